import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { insertReports, report } from '../testing/report-factory.ts';
import { cloneDatabase, type TestDatabase } from '../testing/test-database.ts';
import { until } from '../testing/until.ts';
import { AskerLeft } from './reading-pool.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('serverUrl'), inject('template'));
});
afterAll(() => database.drop());

const isAllDetached = () => {
  const { totalCount, idleCount } = database.longReads;
  return totalCount === idleCount;
};

const open = () => openSnapshot(database, new AbortController().signal);

const countIn = async ({ db }: Snapshot) => {
  const count = sql<number>`count(*)`.as('count');
  return (await db.selectFrom('reports').select(count).executeTakeFirstOrThrow()).count;
};

test('counts and rows are of one moment, whatever comes meanwhile', async () => {
  await insertReports(database, [report()]);
  const snapshot = await open();
  expect(await countIn(snapshot)).toBe(1);
  await insertReports(database, [report(), report()]);
  expect(await countIn(snapshot)).toBe(1);
  const rows = snapshot.copyOut(sql`select id::text from reports`, 'lines');
  expect((await text(rows)).trim().split('\n')).toHaveLength(1);
  await until(isAllDetached);
  const later = await open();
  expect(await countIn(later)).toBe(3);
  later.end();
  later.end();
  await until(isAllDetached);
  expect(() => later.copyOut(sql`select 1`, 'lines')).toThrow('has ended');
});

test('nothing is written in it', async () => {
  const snapshot = await open();
  const rows = snapshot.copyOut(sql`delete from reports returning id::text`, 'lines');
  await expect(text(rows)).rejects.toThrow('read-only');
  await until(isAllDetached);
});

test('a count that nobody waits for any more is cancelled, and the connection is fit for the next', async () => {
  const leaving = new AbortController();
  const snapshot = await openSnapshot(database, leaving.signal);
  const slow = snapshot.db.selectFrom(sql<{ n: string }>`pg_sleep(600)`.as('n')).selectAll();
  const counted = slow.execute();
  leaving.abort(new AskerLeft());
  await expect(counted).rejects.toThrow(AskerLeft);
  snapshot.end();
  await until(isAllDetached);
  await expect(openSnapshot(database, leaving.signal)).rejects.toThrow(AskerLeft);
  const next = await open();
  expect(await countIn(next)).toBe(3);
  next.end();
  await until(isAllDetached);
});
