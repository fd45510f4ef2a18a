// One administrator requests more than the database can do: the effect on everybody else.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls, limits, messages, roles } from '@survey/contract';
import { sql } from 'kysely';
import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../plugins/passwords.ts';
import { openSession } from '../plugins/sessions.ts';
import { setUpTestServer } from '../testing/fixture.ts';
import { picture, submissionFields, submit } from '../testing/submissions.ts';
import { type Person, testPassword } from '../testing/test-server.ts';
import { until } from '../testing/until.ts';

const server = setUpTestServer();
let other: string;
let ali: Person;
let port: number;
beforeAll(async () => {
  ali = await server.addSurveyor('ali.raza');
  const password_hash = await hashPassword(testPassword);
  const { id } = await server.database.db
    .insertInto('users')
    .values({
      role_id: roles.administrator,
      username: 'omar',
      name: 'Omar',
      email: 'omar@example.org',
      phonenumber: '0300',
      cnic: 'omar',
      password_hash,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  other = (await openSession(server.database.db, { id, password_hash })) as string;
  await sql`insert into reports (submission_id, username, user_name, user_phone, circle, circle_key, pin,
      capture_time, latitude, longitude, land_area)
    select gen_random_uuid(), 'ali.raza', 'Ali', '0300', 'A', 'a', n::text,
      timestamptz '2026-01-01' + n * interval '1 minute', 31.5, 74.3, n
    from generate_series(1, 2000) as n`.execute(server.database.db);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});

/** Start times of the statements that wait for a locked table. */
const beginnings = async () => {
  const { rows } = await sql<{
    begun: string;
  }>`select query_start::text as begun from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.database.db);
  return rows.map(({ begun }) => begun);
};

const held = async () => (await beginnings()).length;

/** Runs `work` while another connection holds a lock on a table: every statement that reads the table waits. */
const whileHeld = async (table: string, work: () => Promise<void>) => {
  const holder: pg.PoolClient = await server.database.uploads.connect();
  try {
    await holder.query(`begin; lock table ${table} in access exclusive mode`);
    await work();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
};

/** Sends a request over a socket, which the caller can close or wait on for the status. */
const ask = (path: string, token = server.administrator.token) => {
  const headers = { authorization: `Bearer ${token}` };
  const request = http.get({ port, path, agent: false, headers });
  const status = new Promise<number | undefined>((resolve) => {
    request.once('error', () => resolve(undefined));
    request.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    });
  });
  return { status, leave: () => request.destroy() };
};

const isQuiet = async () => {
  const { requests, readLane } = server.database;
  const isIdle = requests.totalCount === requests.idleCount && readLane.waitingCount === 0;
  return isIdle && (await held()) === 0;
};

const pages = (count: number) =>
  Array.from({ length: count }, (_, n) => ask(`${calls.allReports.path}?pin=12,${1000 + n}`));

describe('reads without end', () => {
  test('leave sign-in, sessions, phones and other administrators what they need', async () => {
    await whileHeld('rollup_pins', async () => {
      const asked = pages(40);
      await until(async () => (await held()) > 0 && server.database.readLane.waitingCount > 0);
      const signedIn = await server.call(calls.login, {
        body: { email: 'amina@example.org', password: testPassword },
      });
      expect(signedIn.status).toBe(200);
      expect((await server.call(calls.allReports, { query: {} }, other)).status).toBe(200);
      expect((await server.call(calls.devicePins, { query: {} }, ali.token)).status).toBe(200);
      const sent = await submit(server, ali.token, submissionFields({}), await picture());
      expect(sent.status).toBe(200);
      for (const { leave } of asked) leave();
    });
    await until(isQuiet);
  });

  test('end when their client leaves, those that wait too, while the table is still held', async () => {
    await whileHeld('rollup_pins', async () => {
      const asked = pages(20);
      await until(async () => (await held()) > 0 && server.database.readLane.waitingCount > 0);
      for (const { leave } of asked) leave();
      await until(isQuiet);
    });
    expect(await ask(`${calls.allReports.path}?pin=1234`).status).toBe(200);
  });

  test.each([
    ['counts of selections', 'POST', calls.countSelection.path],
    ['tiles', 'GET', '/api/map/tiles/8/180/104?pin=77'],
    ['what an export counts first', 'GET', `${calls.reportPhotosZip.path}?land_area=1-77`],
  ])('%s end too', async (_, method, path) => {
    await whileHeld('reports', async () => {
      const request = http.request({
        port,
        path,
        method,
        agent: false,
        headers: {
          authorization: `Bearer ${server.administrator.token}`,
          'content-type': 'application/json',
        },
      });
      request.once('error', () => undefined);
      request.end(method === 'POST' ? '{"filters":{"land_area":"1-77"}}' : undefined);
      await until(async () => (await held()) > 0);
      request.destroy();
      await until(isQuiet);
    });
  });

  test('are refused beyond a bound, with words and the time to come back', async () => {
    await whileHeld('rollup_pins', async () => {
      const asked = pages(104);
      await until(() => server.database.readLane.waitingCount === 100);
      const refused = await server.call(
        calls.allReports,
        { query: { pin: '12,1234' } },
        server.administrator.token,
      );
      expect([refused.status, refused.body.code]).toEqual([429, 'too-many-attempts']);
      expect(refused.body.message).toBe(messages['too-many-reads']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      for (const { leave } of asked) leave();
    });
    await until(isQuiet);
  });
});

test('who waits for the same count as a client that leaves gets it all the same', async () => {
  const tile = '/api/map/tiles/8/180/104?pin=55';
  let followed: Promise<number | undefined> | undefined;
  await whileHeld('reports', async () => {
    const first = ask(tile);
    await until(async () => (await held()) === 1);
    const [begun] = await beginnings();
    followed = ask(tile, other).status;
    await until(() => server.database.readLane.waitingCount === 0);
    first.leave();
    // The second request has a statement of its own now.
    await until(async () => {
      const [now] = await beginnings();
      return now !== undefined && now !== begun;
    });
  });
  expect(await followed).toBe(200);
});

test('more parts of PINs than can be looked for in one go are refused', async () => {
  const pins = (count: number) =>
    Array.from({ length: count }, (_, n) => String(1000 + n)).join(',');
  const token = server.administrator.token;
  const most = await server.call(
    calls.allReports,
    { query: { pin: pins(limits.pinTexts) } },
    token,
  );
  expect([most.status, most.body.total]).toEqual([200, limits.pinTexts]);
  const query = { pin: pins(limits.pinTexts + 1) };
  const more = await server.call(calls.allReports, { query }, token);
  expect(more.status).toBe(422);
  expect(more.body.errors).toEqual({ pin: ['has too many values (at most 50)'] });
});
