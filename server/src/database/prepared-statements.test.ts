import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../testing/test-database.ts';
import { plannedAnew } from './prepared-statements.ts';
import type { Tables } from './tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('serverUrl'), inject('template'));
});
afterAll(() => database.drop());

/** Statements prepared on the connection that contain these words. */
const prepared = async (db: Kysely<Tables>, words: string): Promise<string[]> => {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where position(${words} in statement) > 0
    and statement not like '%pg_prepared_statements%'`.execute(db);
  return rows.map(({ statement }) => statement);
};

const times = async (count: number, each: () => Promise<unknown>) => {
  for (let turn = 0; turn < count; turn += 1) await each();
};

describe('prepared statements', () => {
  test('not: transactions themselves, rare statements, and those to be planned for their values', () =>
    database.db.connection().execute(async (db) => {
      await times(8, () => db.transaction().execute(() => Promise.resolve()));
      await times(3, () => sql`select ${1}::int as rare`.execute(db));
      await times(8, () => sql`select ${1}::int as anew ${sql.raw(plannedAnew)}`.execute(db));
      for (const words of ['begin', 'rare', 'anew']) expect(await prepared(db, words)).toEqual([]);
    }));

  test('what comes often is prepared once for a connection, and answers by its own values', () =>
    database.db.connection().execute(async (db) => {
      for (const value of [1, 2, 3, 4, 5, 6]) {
        const { rows } = await sql`select ${value}::int as often`.execute(db);
        expect(rows).toEqual([{ often: value }]);
      }
      expect(await prepared(db, 'often')).toHaveLength(1);
    }));

  test('no more than a connection has room for', () =>
    database.db.connection().execute(async (db) => {
      for (let text = 0; text < 210; text += 1) {
        await times(4, () => sql`select ${sql.raw(String(text))} as many`.execute(db));
      }
      expect((await prepared(db, 'as many')).length).toBeLessThanOrEqual(200);
      const { rows } = await sql`select 209 as many`.execute(db);
      expect(rows).toEqual([{ many: 209 }]);
    }));

  test('a table that gets other columns meanwhile is read as it is', async () => {
    const { db } = database;
    await sql`create table changing (one int)`.execute(db);
    await sql`insert into changing values (1)`.execute(db);
    const ask = () => sql`select * from changing`.execute(db).then(({ rows }) => rows);
    await times(8, ask);
    await sql`alter table changing add two int default 2`.execute(db);
    expect(await ask()).toEqual([{ one: 1, two: 2 }]);
    expect(await ask()).toEqual([{ one: 1, two: 2 }]);
  });

  test('a statement that fails may be right with other values', async () => {
    const half = (by: number) => sql`select 10 / ${by}::int as half`.execute(database.db);
    await times(6, () => expect(half(0)).rejects.toThrow('division by zero'));
    expect((await half(5)).rows).toEqual([{ half: 2 }]);
  });
});
