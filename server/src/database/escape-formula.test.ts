import { escapedTexts } from '@survey/contract/escape-formula.cases';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../testing/test-database.ts';
import { escapeFormula } from './escape-formula.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('serverUrl'), inject('template'));
});
afterAll(() => database.drop());

test.each(escapedTexts)('%j as a cell is %j', async (text, escaped) => {
  const { rows } = await sql<{ cell: string }>`
    select ${escapeFormula(sql.ref('text'))} as cell from (select ${text}::text as text) as given`.execute(
    database.db,
  );
  expect(rows[0]?.cell).toBe(escaped);
});
