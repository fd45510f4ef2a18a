// Exports and feeds from a standby of Debian's PostgreSQL. They contain what was just stored, and are complete even if
// the standby lags, is lost or cancels a statement.
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, replicaLagHeader, totalPhotosHeader, totalRowsHeader } from '@survey/contract';
import { unzipSync } from 'fflate';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCompiledServer } from '../testing/compiled-server.ts';
import {
  findPostgres,
  makeCluster,
  makeFolder,
  runTool,
  startPostgres,
} from '../testing/debian-postgres.ts';
import { until } from '../testing/until.ts';

const postgres = await findPostgres();
/** The photo of every report. */
const photo = { name: `ab/ab${'0'.repeat(30)}.jpg`, content: Buffer.alloc(1000, 'photo') };
const administrator = { email: 'admin@example.org', password: 'seven parcels by the canal' };

describe('a replica', () => {
  let folder: string;
  let primary: Awaited<ReturnType<typeof startPostgres>>;
  let standby: Awaited<ReturnType<typeof startPostgres>>;
  let server: Awaited<ReturnType<typeof startCompiledServer>>;
  let token: string;
  let onPrimary: pg.Client;
  let onStandby: pg.Client;
  beforeAll(async () => {
    if (!postgres) return;
    folder = await makeFolder(postgres, 'replica');
    const at = (name: string) => path.join(folder, name);
    await makeCluster(postgres, folder, at('primary'));
    // What autovacuum cleans up would cancel exports on the standby at any time.
    primary = await startPostgres(postgres, folder, at('primary'), ['fsync=off', 'autovacuum=off']);
    await primary.untilRecovery(false);
    await runTool(
      postgres,
      folder,
      'pg_basebackup',
      '-d',
      primary.url,
      '-D',
      at('standby'),
      '-R',
      '--checkpoint=fast',
      '--no-sync',
    );
    standby = await startPostgres(postgres, folder, at('standby'), [
      'max_standby_streaming_delay=100ms',
      'hot_standby_feedback=off',
    ]);
    await standby.untilRecovery(true);
    onPrimary = new pg.Client({ connectionString: primary.url });
    await onPrimary.connect();
    // As in production: a role with no rights outside its database.
    await onPrimary.query('create role survey login');
    await onPrimary.query('create database survey owner survey');
    await onPrimary.end();
    const ofServer = (url: string) =>
      url.replace('postgres@', 'survey@').replace('/postgres?', '/survey?');
    server = await startCompiledServer({
      DATA_DIR: at('data'),
      DATABASE_URL: ofServer(primary.url),
      DATABASE_REPLICA_URL: ofServer(standby.url),
      DATABASE_REPLICA_LAG_SECONDS: '1',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: 'warn',
    });
    await writeFile(path.join(at('data'), 'photos', photo.name), photo.content);
    const answer = await fetch(`${server.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(administrator),
    });
    ({ token } = (await answer.json()) as { token: string });
    const inDatabase = (url: string) => url.replace('/postgres?', '/survey?');
    onPrimary = new pg.Client({ connectionString: inDatabase(primary.url) });
    onStandby = new pg.Client({ connectionString: inDatabase(standby.url) });
    for (const client of [onPrimary, onStandby]) {
      client.on('error', () => undefined);
      await client.connect();
    }
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    for (const client of [onPrimary, onStandby]) await client?.end().catch(() => undefined);
    for (const one of [standby, primary]) await one?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  let stored = 0;
  const store = async (count: number) => {
    await onPrimary.query(
      `insert into reports (submission_id, username, user_name, user_phone, circle, circle_key, pin, land, capture_time, comments, photo_name)
      select gen_random_uuid(), 'ali', 'Ali', '0300', 'Model Town', 'model town', n::text, 'Residential', now(), repeat('x', 400), $2
      from generate_series(1, $1::int) as n`,
      [count, photo.name],
    );
    stored += count;
  };
  const ask = (where: string, parameters: RequestInit = {}) =>
    fetch(server.url + where, { ...parameters, headers: { authorization: `Bearer ${token}` } });
  const exported = async () => {
    const answer = await ask('/api/export/reports?format=csv');
    const rows = (await answer.text()).trimEnd().split('\n').length - 1;
    return {
      status: answer.status,
      rows,
      total: Number(answer.headers.get(totalRowsHeader)),
      lag: answer.headers.get(replicaLagHeader),
    };
  };

  test('answers exports and feeds, with what was stored the moment before', async ({
    annotate,
  }) => {
    if (!postgres) {
      await annotate('PostgreSQL of Debian is not installed: no replica was tried.');
      return;
    }
    for (const count of [1, 50, 1, 1]) {
      await store(count);
      expect(await exported()).toEqual({
        status: 200,
        rows: stored,
        total: stored,
        lag: expect.stringMatching(/^\d\.\d{3}$/),
      });
    }
    const page = await ask('/odata/Reports?$top=5&$count=true');
    expect(page.headers.get(replicaLagHeader)).not.toBeNull();
    expect(await page.json()).toMatchObject({ '@odata.count': stored });
    for (const where of [
      '/api/export/reports?format=geojson',
      '/ogc/collections/reports/items?limit=1',
    ]) {
      const answer = await ask(where);
      expect([where, answer.status, answer.headers.get(replicaLagHeader)]).toEqual([
        where,
        200,
        expect.any(String),
      ]);
      expect(await answer.json()).toMatchObject({ type: 'FeatureCollection' });
    }
    const zip = await ask(calls.reportPhotosZip.path);
    expect(zip.headers.get(replicaLagHeader)).not.toBeNull();
    expect(zip.headers.get(totalPhotosHeader)).toBe(String(stored));
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.keys(files)).toHaveLength(stored + 1);
    const { rows } = await onStandby.query(
      "select count(*)::int as n from pg_stat_activity where usename = 'survey'",
    );
    expect(rows[0].n).toBeGreaterThan(0);
  });

  test('that does not keep up leaves the answer to the primary', async () => {
    if (!postgres) return;
    const asSuperuser = new pg.Client({ connectionString: standby.url });
    await asSuperuser.connect();
    try {
      await asSuperuser.query('select pg_wal_replay_pause()');
      await store(1);
      expect(await exported()).toEqual({ status: 200, rows: stored, total: stored, lag: null });
    } finally {
      await asSuperuser.query('select pg_wal_replay_resume()');
      await asSuperuser.end();
    }
    await until(async () => (await exported()).lag !== null);
  });

  test.each([
    { of: 'a CSV', where: '/api/export/reports?format=csv', rows: 50_000, changed: '1 and 1000' },
    {
      of: 'a ZIP of photos',
      where: calls.reportPhotosZip.path,
      rows: 10_000,
      changed: '1001 and 2000',
    },
  ])('that cancels the statement of $of to replay a change breaks it off, so that nobody takes it for whole', async ({
    where,
    rows,
    changed,
  }) => {
    if (!postgres) return;
    await store(rows);
    // That many rows may take longer than the replica may lag.
    await until(async () => {
      const page = await ask('/odata/Reports?$top=1');
      return page.headers.has(replicaLagHeader);
    });
    const answer = await ask(where);
    expect(answer.headers.get(replicaLagHeader)).not.toBeNull();
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    // Rows that the export still reads are changed and vacuumed on the primary.
    await onPrimary.query(`update reports set land = 'Commercial' where id between ${changed}`);
    await onPrimary.query('vacuum reports');
    const { rows: positions } = await onPrimary.query('select pg_current_wal_lsn()::text as lsn');
    await until(async () => {
      const received = await onStandby.query('select where pg_last_wal_receive_lsn() >= $1', [
        positions[0].lsn,
      ]);
      return received.rows.length > 0;
    });
    // The standby waits 100 ms for the export, then cancels it. An export that nobody reads notices when it writes on.
    await pause(500);
    const readOn = async () => {
      while (!(await reader.read()).done);
    };
    await expect(readOn()).rejects.toThrow();
    await until(async () => (await exported()).lag !== null);
  });

  test('that is frozen, and closes no connection, holds up nobody for long', async () => {
    if (!postgres) return;
    standby.freeze();
    try {
      const begin = performance.now();
      expect(await exported()).toMatchObject({ status: 200, rows: stored, lag: null });
      expect(performance.now() - begin).toBeLessThan(15_000);
    } finally {
      standby.thaw();
    }
  });

  test('that is gone is left alone, and nobody waits for it', async () => {
    if (!postgres) return;
    await standby.stop();
    expect(await exported()).toMatchObject({ status: 200, rows: stored, lag: null });
    const begin = performance.now();
    expect((await ask('/odata/Reports?$top=1')).status).toBe(200);
    expect(performance.now() - begin).toBeLessThan(5000);
    // Logged once for each loss, not for each request.
    const told = (words: string) => server.log().split(words).length - 1;
    const returns = told('The replica answers exports and feeds again');
    expect(told('The replica cannot be used')).toBe(returns + 1);
  });
});
