// Commands of operators as processes: with a wrong setting they change nothing, and report it in one line.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { serverSecret } from '../database/server-secrets.ts';
import { linkKeyName } from '../plugins/link-keys.ts';
import { projectRoot } from '../project-root.ts';
import { setUpTestServer } from '../testing/fixture.ts';
import { submissionFields, submit } from '../testing/submissions.ts';
import { onServer, testTimeZone } from '../testing/test-database.ts';

const server = setUpTestServer();
const nowhere = path.join(os.tmpdir(), `survey-nowhere-${randomBytes(6).toString('hex')}`);

const run = (program: string, args: string[], settings: NodeJS.ProcessEnv) =>
  new Promise<{ code: number; lines: string[] }>((resolve) => {
    const child = execFile(
      process.execPath,
      [`server/dist/${program}.js`, ...args],
      { cwd: projectRoot, env: { PATH: process.env.PATH, DATA_DIR: nowhere, ...settings } },
      (_error, out, problems) =>
        resolve({ code: child.exitCode ?? -1, lines: `${out}${problems}`.trim().split('\n') }),
    );
  });

test('administrators add makes no database: neither in an empty one, nor in a folder that is mistaken', async () => {
  const url = new URL(inject('serverUrl'));
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await onServer(url.href, `create database ${name}`);
  url.pathname = name;
  const add = (settings: NodeJS.ProcessEnv) =>
    run('administrators', ['add', 'new@example.org'], settings);
  expect(await add({ DATABASE_URL: url.href })).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^There is no operation in this database: set DATABASE_URL/)],
  });
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const { rows } = await client.query('select tablename from pg_tables where schemaname = $1', [
    'public',
  ]);
  await client.end();
  expect(rows).toEqual([]);
  await onServer(inject('serverUrl'), `drop database ${name}`);

  expect(await add({})).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^There is no operation in DATA_DIR/)],
  });
  expect(existsSync(nowhere)).toBe(false);
});

test('another TIME_ZONE stops the start, and the command that the line names changes it', async () => {
  const ali = await server.addSurveyor('ali');
  expect((await submit(server, ali.token, submissionFields({ pin: '1' }))).status).toBe(200);
  const settings = { DATABASE_URL: server.database.url, PORT: '0' };
  const zone = async () =>
    (await sql<{ zone: string }>`select zone from rollup_state`.execute(server.database.db)).rows[0]
      ?.zone;
  expect(await run('main', [], { ...settings, TIME_ZONE: 'Europe/Paris' })).toEqual({
    code: 1,
    lines: [
      expect.stringContaining(
        'stop the server and run: npm run rollups -- change-zone Europe/Paris',
      ),
    ],
  });
  expect(await zone()).toBe(testTimeZone);
  expect(await run('rollups', ['change-zone', 'Europe/Nowhere'], settings)).toMatchObject({
    code: 1,
    lines: [expect.stringMatching(/^TIME_ZONE must be a time zone/)],
  });
  expect(await run('rollups', ['change-zone', 'Europe/Paris'], settings)).toMatchObject({
    code: 0,
  });
  expect(await zone()).toBe('Europe/Paris');
});

test('keys are exchanged by command, with an entry in Activity', async () => {
  const { db, url } = server.database;
  const before = await serverSecret(db, linkKeyName);
  expect((await run('keys', ['exchange'], { DATABASE_URL: url })).code).toBe(0);
  const exchanged = await db
    .selectFrom('server_secrets')
    .select(['value', 'earlier'])
    .where('name', '=', linkKeyName)
    .executeTakeFirstOrThrow();
  expect(exchanged.earlier?.equals(before)).toBe(true);
  expect(exchanged.value.equals(before)).toBe(false);
  expect((await run('keys', ['end-earlier'], { DATABASE_URL: url })).code).toBe(0);
  const { earlier } = await db
    .selectFrom('server_secrets')
    .select('earlier')
    .where('name', '=', linkKeyName)
    .executeTakeFirstOrThrow();
  expect(earlier).toBeNull();
  const entries = await db
    .selectFrom('audit_entries')
    .select(['action', 'address'])
    .where('action', 'like', '%keys')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'exchange-keys', address: 'command line' },
    { action: 'end-earlier-keys', address: 'command line' },
  ]);
});
