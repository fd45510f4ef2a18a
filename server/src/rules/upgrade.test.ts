// An upgrade without downtime (ADR 70): a server of the previous release and the present one on one database.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@survey/contract';
import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { Administrator } from '../../../field/administrator.ts';
import { Phone } from '../../../field/phone.ts';
import { buildPreviousRelease, hasPreviousRelease } from '../../../field/previous-release.ts';
import { openDatabase } from '../database/connection.ts';
import { migrationNames } from '../database/migrate.ts';
import { applyDeltas, checkRollups } from '../modules/rollups/rollups.commands.ts';
import { projectRoot } from '../project-root.ts';
import { compiledServer } from '../testing/compiled-server.ts';
import { dropDatabase, onServer, testTimeZone } from '../testing/test-database.ts';

const admin = { email: 'admin@example.org', password: 'upgrades-of-2026' };
const surveyor = { username: 'ali', password: 'upgrades-of-ali' };
const circle = 'Model Town';

/** Most reports that the phones may send. */
const pins = 4_000;

const children: ChildProcess[] = [];
const folders: string[] = [];
let name: string | undefined;
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  if (name) await dropDatabase(inject('serverUrl'), name);
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'survey-upgrade-'));
  folders.push(folder);
  return folder;
};

/** Starts the server in this folder on the database. */
const start = (tree: string, database: string, dataDir: string) =>
  new Promise<{ baseUrl: string; stop(): Promise<void> }>((resolve, reject) => {
    const child = spawn(process.execPath, [...compiledServer], {
      cwd: tree,
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        LOG_LEVEL: 'fatal',
        OVERLOAD_DELAY_MS: '0',
        PHONE_REPORTS_PER_HOUR: '0',
        TIME_ZONE: testTimeZone,
        DATABASE_URL: database,
        DATABASE_CONNECTIONS: '4',
        DATA_DIR: dataDir,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
      },
    });
    children.push(child);
    let output = '';
    const ended = new Promise<void>((exit) => child.once('exit', () => exit()));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const [, baseUrl] = /ready at (\S+)/.exec(output) ?? [];
        if (baseUrl)
          resolve({
            baseUrl,
            stop: async () => {
              child.kill('SIGTERM');
              await ended;
            },
          });
      });
    void ended.then(() => reject(new Error(`the server of ${tree} ended: ${output}`)));
  });

const report = (pin: number) => ({
  circle,
  pin: String(pin),
  floors_num: 2,
  basement: true,
  store_front: false,
  land_area: 250,
  covered_area: null,
  land: 'Residential',
  capture_time: '2026-03-10T14:05:06+05:00',
});

/** Reads of administrators and phones that both versions have. */
const reads = [
  calls.allReports.path,
  `${calls.allReports.path}?land=Residential&page=2`,
  calls.dashboardOverview.path,
  calls.mobileUsers.path,
];

test('the server of the release before works beside the present one, and nothing is lost', {
  timeout: 120_000,
}, async ({ annotate }) => {
  if (!hasPreviousRelease()) {
    await annotate(
      'The commit of the release before is not in this clone: the upgrade was not tried.',
    );
    return;
  }
  const [tree, dataDir] = [await makeFolder(), await makeFolder()];
  await buildPreviousRelease(tree);
  name = `beside_${randomBytes(8).toString('hex')}`;
  await onServer(inject('serverUrl'), `create database ${name}`);
  const url = new URL(inject('serverUrl'));
  url.pathname = name;

  const older = await start(tree, url.href, dataDir);
  const office = await Administrator.signIn(older, admin.email, admin.password);
  await office.storeRecords(
    Array.from({ length: pins }, (_, at) => ({ Circle: circle, PIN: String(at), Owner: 'x' })),
  );
  await office.signUp({
    ...surveyor,
    name: 'Ali',
    email: 'ali@example.org',
    phonenumber: '03001234567',
    cnic: '35202-1234567-1',
    designation: 'Surveyor',
  } as never);
  await office.assignCircle(surveyor.username, circle);

  let isRunning = true;
  const acknowledged: string[] = [];
  const failures: string[] = [];
  let next = 0;
  const busy: Promise<void>[] = [];
  let longestMs = 0;
  /** Repeats a request to the server until it stops, and records failures. */
  const repeat = (what: string, work: () => Promise<unknown>, until: () => boolean) => {
    busy.push(
      (async () => {
        while (!until()) {
          const begun = performance.now();
          await work().catch((error: Error) => failures.push(`${what}: ${error.message}`));
          longestMs = Math.max(longestMs, performance.now() - begun);
          await pause(5);
        }
      })(),
    );
  };
  const load = async (version: string, server: { baseUrl: string }, until: () => boolean) => {
    // Only one attempt, so that a refusal is counted.
    const once = { patience: { tries: 1, firstPauseMs: 0, longestPauseMs: 0 } };
    const phone = await Phone.signIn(server, surveyor.username, surveyor.password, once);
    const signedIn = await fetch(new URL('/api/login', server.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(admin),
    });
    const { token } = (await signedIn.json()) as { token: string };
    for (let phones = 0; phones < 2; phones += 1)
      repeat(
        `${version} submission`,
        async () => {
          const id = randomUUID();
          next += 1;
          await phone.submit(id, report(next % pins) as never, null);
          acknowledged.push(id);
        },
        until,
      );
    let at = 0;
    repeat(
      `${version} console`,
      async () => {
        at += 1;
        const address = reads[at % reads.length] as string;
        const answer = await fetch(new URL(address, server.baseUrl), {
          headers: { authorization: `Bearer ${token}` },
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${address} ${answer.status} ${text.slice(0, 60)}`);
      },
      until,
    );
  };

  let isOlderLeaving = false;
  await load('older', older, () => isOlderLeaving || !isRunning);
  await pause(1_000);
  const newer = await start(projectRoot, url.href, dataDir);
  await load('newer', newer, () => !isRunning);
  await pause(3_000);
  isOlderLeaving = true;
  await pause(500);
  await older.stop();
  await pause(500);
  isRunning = false;
  await Promise.all(busy);

  // A request that waits for the migration may be answered with 503; phones repeat it by themselves.
  const comeAgain = failures.filter((text) => / 503\b|\(503 unavailable\)/.test(text));
  await annotate(
    `${acknowledged.length} reports, ${comeAgain.length} answers of 503, the longest took ${Math.round(longestMs)} ms.`,
  );
  expect(failures.filter((text) => !comeAgain.includes(text))).toEqual([]);
  expect(comeAgain.length).toBeLessThan(10);
  expect(acknowledged.length).toBeGreaterThan(100);
  const database = openDatabase({ url: url.href, connections: 2, timeZone: testTimeZone });
  try {
    const { rows } = await sql<{ stored: number; applied: number }>`
      select (select count(*) from reports where submission_id = any(${acknowledged}::uuid[]))::int as stored,
        (select count(*) from kysely_migration)::int as applied`.execute(database.db);
    expect(rows).toEqual([{ stored: acknowledged.length, applied: migrationNames.length }]);
    expect(await checkRollups(database)).toEqual([]);
    await newer.stop();
    await applyDeltas(database);
    expect(await checkRollups(database)).toEqual([]);
  } finally {
    await database.close();
  }
});
