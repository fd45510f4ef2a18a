// Cancelled statements, and the connections on which they ran.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../testing/test-database.ts';
import { until } from '../testing/until.ts';
import { cancelQuery } from './cancel-query.ts';
import { AskerLeft } from './reading-pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('serverUrl'), inject('template'));
});
afterAll(() => database.drop());

const sleepers = async () => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and state = 'active' and query like '%pg_sleep%'
      and pid <> pg_backend_pid()`.execute(database.db);
  return rows.length;
};

/** A read that takes this many seconds. */
const sleep = (seconds: number, signal: AbortSignal) =>
  database
    .readerFor({ person: 1, signal })
    .selectFrom(
      sql<{ pid: number }>`(select pg_backend_pid() as pid, pg_sleep(${seconds}))`.as('s'),
    )
    .select('pid')
    .executeTakeFirstOrThrow();

describe('a statement that is cancelled', () => {
  test('ends at once, and its connection goes on', async () => {
    const client = await database.requests.connect();
    const pidOf = async () => (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
    const pid = await pidOf();
    const running = client.query('select pg_sleep(60)');
    await until(async () => (await sleepers()) === 1);
    await Promise.all([
      cancelQuery(client, running),
      expect(running).rejects.toMatchObject({ code: '57014' }),
    ]);
    expect(await pidOf()).toBe(pid);
    client.release();
  });

  test('ends too where it is still on its way to the database', async () => {
    const client = await database.requests.connect();
    const running = client.query('select pg_sleep(60)');
    await Promise.all([cancelQuery(client, running), expect(running).rejects.toThrow('cancel')]);
    client.release();
  });

  test('never takes the next one with it', async () => {
    const client = await database.requests.connect();
    for (let round = 0; round < 100; round += 1) {
      const running = client.query('select pg_sleep(0.002)').catch(() => undefined);
      await pause(round % 5);
      await cancelQuery(client, running);
      await client.query('select pg_sleep(0.001)');
    }
    client.release();
  });
});

describe('a read whose asker leaves', () => {
  test('ends in the database, and the connection is as good as before', async () => {
    const asker = new AbortController();
    const reads = [sleep(60, asker.signal), sleep(60, asker.signal)];
    await until(async () => (await sleepers()) === 2);
    const ended = Promise.allSettled(reads);
    asker.abort(new AskerLeft());
    for (const read of await ended) {
      expect(read).toMatchObject({ status: 'rejected', reason: expect.any(AskerLeft) });
    }
    expect(await sleepers()).toBe(0);
    const { totalCount, idleCount } = database.requests;
    expect(idleCount).toBe(totalCount);
    const again = Array.from({ length: 12 }, () => sleep(0, new AbortController().signal));
    expect(await Promise.all(again)).toHaveLength(12);
  });

  test('is not begun where they left before', async () => {
    await expect(sleep(60, AbortSignal.abort(new AskerLeft()))).rejects.toThrow(AskerLeft);
  });

  test('leaves a transaction that writes alone', async () => {
    const asker = new AbortController();
    const writing = database.db.transaction().execute(async (db) => {
      await sql`select pg_sleep(1)`.execute(db);
      return 'committed';
    });
    const read = sleep(60, asker.signal);
    await until(async () => (await sleepers()) === 2);
    asker.abort(new AskerLeft());
    await expect(read).rejects.toThrow(AskerLeft);
    expect(await writing).toBe('committed');
  });
});
