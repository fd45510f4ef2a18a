// A database that is frozen, gone, slow or overloaded: answers are 503 with Retry-After, nothing crashes, and the
// server recovers by itself.
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@survey/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { type Database, openDatabase } from '../database/connection.ts';
import { openFolderStore } from '../plugins/photo-store-folder.ts';
import { type DatabaseDoor, openDatabaseDoor } from '../testing/database-door.ts';
import { setUpTestServer } from '../testing/fixture.ts';
import { picture, submissionFields, submit } from '../testing/submissions.ts';
import { testTimeZone } from '../testing/test-database.ts';
import type { Person } from '../testing/test-server.ts';

const queue = 5;
/** How long the database is gone; `DATABASE_AWAY_SECONDS=30` for an outage as long as it may be. */
const unavailableMs = Number(process.env.DATABASE_AWAY_SECONDS ?? 2) * 1000;
const connections = 3;

/** The people, and a server whose database has no faults. */
const healthy = setUpTestServer({ DATABASE_QUEUE: String(queue) });
let ali: Person;
let door: DatabaseDoor;
let database: Database;
/** A server on the same database, connected through the proxy. */
let app: FastifyInstance;
beforeAll(async () => {
  ali = await healthy.addSurveyor('ali');
  door = await openDatabaseDoor(healthy.database.url);
  database = openDatabase({
    url: door.url,
    connections,
    querySeconds: 1,
    queue,
    timeZone: testTimeZone,
  });
  app = await buildApp(healthy.config, database, await openFolderStore(healthy.photoFolder));
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await database.close();
  await door.close();
});

const ask = async (url: string = calls.allReports.path, token = healthy.administrator.token) => {
  const begin = performance.now();
  const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  return {
    status: answer.statusCode,
    retryAfter: Number(answer.headers['retry-after']),
    body: answer.json(),
    ms: performance.now() - begin,
  };
};

const expectUnavailable = ({ status, retryAfter, body }: Awaited<ReturnType<typeof ask>>) => {
  expect(status).toBe(503);
  expect(retryAfter).toBeGreaterThan(0);
  expect(body).toMatchObject({
    code: 'unavailable',
    message: 'The server is busy or its database is away. Please try again in a moment.',
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
};

const reportsOf = async (pin: string): Promise<number> => {
  const rows = await healthy.database.db
    .selectFrom('reports')
    .select('id')
    .where('pin', '=', pin)
    .execute();
  return rows.length;
};

/** Runs `work` while another connection holds a table. */
const whileLocked = async (table: string, work: () => Promise<void>) => {
  const holder = await healthy.database.longReads.connect();
  try {
    await holder.query(`begin; lock table ${table} in access exclusive mode`);
    await work();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
};

describe('a database', () => {
  test('that says nothing any more is given up in time, and a submission sent again is stored once', async () => {
    expect((await ask()).status).toBe(200);
    door.freeze();
    const fields = submissionFields({ pin: 'frozen' });
    const photo = await picture();
    const [sent, ready, live, list] = await Promise.all([
      submit({ app }, ali.token, fields, photo),
      ask('/health/ready'),
      ask('/health/live'),
      ask(),
    ]);
    expect([sent.status, sent.body.code]).toEqual([503, 'unavailable']);
    expect(Number(sent.headers['retry-after'])).toBeGreaterThan(0);
    expect([ready.status, live.status]).toEqual([503, 200]);
    expectUnavailable(list);
    door.thaw();
    await expect
      .poll(async () => (await ask('/health/ready')).status, { timeout: 10_000 })
      .toBe(200);
    expect((await submit({ app }, ali.token, fields, photo)).status).toBe(200);
    expect((await submit({ app }, ali.token, fields, photo)).status).toBe(200);
    expect(await reportsOf('frozen')).toBe(1);
  });

  test('that is gone and comes back is found again by the next request, and every phone gets through by trying again', {
    timeout: 30_000 + unavailableMs,
  }, async () => {
    await door.shut();
    for (const answer of await Promise.all([ask(), ask(), ask(calls.dashboardOverview.path)])) {
      expectUnavailable(answer);
      expect(answer.ms).toBeLessThan(8000);
    }
    const photo = await picture();
    let refusals = 0;
    /** Sends one report until it is acknowledged, as phones do, but sooner than they are told to. */
    const phone = async (number: number): Promise<number> => {
      const fields = submissionFields({ pin: `gone ${number}` });
      for (;;) {
        const { status, headers, body } = await submit({ app }, ali.token, fields, photo);
        if (status === 200) return body.id as number;
        expect([status, body.code]).toEqual([503, 'unavailable']);
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
        refusals += 1;
        await pause(200);
      }
    };
    const phones = Promise.all(Array.from({ length: 6 }, (_, number) => phone(number)));
    await pause(unavailableMs);
    await door.reopen();
    const ids = await phones;
    expect(refusals).toBeGreaterThanOrEqual(ids.length);
    expect((await ask()).status).toBe(200);
    for (const number of ids.keys()) expect(await reportsOf(`gone ${number}`)).toBe(1);
  });

  test('that takes too long for one statement is told to stop', async () => {
    await whileLocked('reports', async () => {
      const answer = await ask();
      expectUnavailable(answer);
      expect(answer.ms).toBeLessThan(15_000);
    });
    expect((await ask()).status).toBe(200);
  });

  test('that everybody wants at once is not waited for: who stands too far back in the queue is told at once', async () => {
    await whileLocked('reports', async () => {
      const list = () => ask(calls.devicePins.path, ali.token);
      const first = Array.from({ length: connections + queue }, list);
      await expect.poll(() => database.requests.waitingCount).toBeGreaterThanOrEqual(queue);
      const shed = await Promise.all(Array.from({ length: 20 }, list));
      for (const answer of shed) {
        expectUnavailable(answer);
        expect(answer.ms).toBeLessThan(900);
      }
      // Calls that need no database are answered.
      expect((await ask('/health/live')).status).toBe(200);
      for (const answer of await Promise.all(first)) expectUnavailable(answer);
    });
    const after = await Promise.all(Array.from({ length: 3 }, () => ask()));
    expect(after.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
