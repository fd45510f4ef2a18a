import { buffer, text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../testing/test-database.ts';
import { until } from '../testing/until.ts';
import { copyOut } from './copy-out.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('serverUrl'), inject('template'));
});
afterAll(() => database.drop());

const isAllDetached = () => {
  const { totalCount, idleCount } = database.longReads;
  return totalCount === idleCount;
};

const running = async () => {
  const { rows } = await sql<{ query: string }>`
    select query from pg_stat_activity
    where datname = current_database() and state = 'active' and query like 'copy (%'`.execute(
    database.db,
  );
  return rows.length;
};

describe('copyOut', () => {
  test('refuses where no connection is to be had, before there is a stream', async () => {
    const away = { ...database, longReads: { connect: () => Promise.reject(new Error('away')) } };
    await expect(copyOut(away as never, sql`select 1`, 'csv')).rejects.toThrow('away');
  });

  test('gives rows as CSV, and single columns as they are', async () => {
    const csv = await copyOut(database, sql`select 1, 'a,"b"', null, ${'\\.'}::text`, 'csv');
    expect(await text(csv)).toBe('1,"a,""b""",,\\.\n');
    const nasty = { text: 'a,"b"\n\\ \u2028 مکان', list: [1, null] };
    const json = sql`select row_to_json(r)::text from (select ${nasty.text}::text as text,
      array[1, null]::int[] as list) r`;
    expect(JSON.parse(await text(await copyOut(database, json, 'lines')))).toEqual(nasty);
    await until(isAllDetached);
  });

  test('keeps nothing of what it read', async () => {
    const rows = sql`select repeat('x', 1000) from generate_series(1, 100000)`;
    expect((await buffer(await copyOut(database, rows, 'csv'))).length).toBe(100_100_000);
    await until(isAllDetached);
  });

  test('tells an error of the database, at the start and half way', async () => {
    await expect(copyOut(database, sql`select nothing`, 'csv').then(text)).rejects.toThrow(
      'column "nothing" does not exist',
    );
    const rows = sql`select 1 / (50000 - n) from generate_series(1, 60000) as n`;
    await expect(copyOut(database, rows, 'csv').then(text)).rejects.toThrow('division by zero');
    await until(isAllDetached);
  });

  test('tells a connection that is lost, and the process goes on', async () => {
    const stream = await copyOut(database, sql`select pg_sleep(60)`, 'csv');
    await until(async () => (await running()) === 1);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'copy (%'`.execute(database.db);
    await expect(text(stream)).rejects.toThrow(/terminat/);
    await until(isAllDetached);
  });

  test('ends a query that nobody reads any more, though it has no row yet', async () => {
    const stream = await copyOut(database, sql`select pg_sleep(60)`, 'csv');
    await until(async () => (await running()) === 1);
    stream.destroy();
    await until(async () => (await running()) === 0);
    await until(isAllDetached);
  });

  test('ends it too where the reader goes away before the first read', async () => {
    const stream = await copyOut(database, sql`select pg_sleep(60)`, 'csv');
    stream.destroy();
    await until(async () => (await running()) === 0);
    await until(isAllDetached);
  });

  test('stands for as many readers as there are connections, many times over', async () => {
    for (let round = 0; round < 5; round += 1) {
      const streams = await Promise.all(
        Array.from({ length: 5 }, () =>
          copyOut(database, sql`select n from generate_series(1, 100000) as n`, 'csv'),
        ),
      );
      const [first, ...others] = streams;
      for (const stream of others) stream.destroy();
      expect((await text(first as (typeof streams)[0])).split('\n')).toHaveLength(100_001);
    }
    await until(isAllDetached);
  });
});
