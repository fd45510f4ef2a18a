// Values inlined into SQL mean the same as parameters, whatever their content.
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../testing/test-database.ts';
import { inlineValues } from './inline-values.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('serverUrl'), inject('template'));
});
afterAll(() => database.drop());

const texts = [
  '',
  "'",
  "''",
  '\\',
  "\\'",
  "'; drop table reports; --",
  "\\'; drop table reports; --",
  '$1',
  '$1$2$$',
  '$tag$',
  "E'\\x27'",
  '/* */ --',
  'line\nbreak\r\n',
  '\u0001\u0002',
  '"quoted"',
  'مکان 🏠',
  '?',
  ':name',
  '%s',
];

const selectFromUsers = (condition: RawBuilder<boolean>) =>
  database.db.selectFrom('users').select('id').where(condition);

describe('inlineValues', () => {
  test.each(texts)('%j comes back as it went in', async (text) => {
    for (const setting of ['on', 'off']) {
      const client = await database.longReads.connect();
      try {
        await client.query(`set standard_conforming_strings = ${setting}`);
        const query = sql`select ${text}::text as value, ${'second'}::text as other`;
        const { rows } = await client.query(inlineValues(query));
        expect(rows).toEqual([{ value: text, other: 'second' }]);
      } finally {
        client.release(true);
      }
    }
  });

  test('numbers, truths and nothing mean what they mean as parameters', async () => {
    const query = sql`select ${-5}::int as less, 3 - ${-5}::int as minus, ${1.5}::float8 as half,
      ${true}::boolean as yes, ${false}::boolean as no, ${null}::text as nothing`;
    const { rows } = await database.longReads.query(inlineValues(query));
    expect(rows).toEqual([{ less: -5, minus: 8, half: 1.5, yes: true, no: false, nothing: null }]);
  });

  test('lists reach the database as they are', async () => {
    const texts = ["o'brien", '{a,"b"}', '\\', '', '$1'];
    const query = sql`select ${texts}::text[] as texts, ${[1, -2]}::int[] as numbers, ${[true]}::boolean[] as yes,
      ${[]}::text[] as none`;
    const { rows } = await database.longReads.query(inlineValues(query));
    expect(rows).toEqual([{ texts, numbers: [1, -2], yes: [true], none: [] }]);
  });

  test('a query of the builder has no parameter left', () => {
    const query = selectFromUsers(sql<boolean>`username = ${"o'brien"}`)
      .where('name', 'in', ['a', '$1'])
      .limit(5)
      .offset(10);
    expect(inlineValues(query)).toBe(
      `select "id" from "users" where username = 'o''brien' and "name" in ('a', '$1') limit '5' offset '10'`,
    );
    expect(query.compile().parameters).toHaveLength(5);
  });

  test.each([
    ['a text with NUL', 'a\u0000b'],
    ['an endless number', Number.POSITIVE_INFINITY],
    ['no number', Number.NaN],
    ['a list with such a text', ['a', 'b\u0000']],
    ['an object', { a: 1 }],
    ['undefined', undefined],
  ])('refuses %s rather than guess', (_, value) => {
    expect(() => inlineValues(selectFromUsers(sql<boolean>`username = ${value}`))).toThrow(
      'cannot be written',
    );
  });
});
