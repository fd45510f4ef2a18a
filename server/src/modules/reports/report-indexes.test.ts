// The newest page under each single filter is read from an index, never from the whole table.
import { type ReportFilterName, reportFilters } from '@survey/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { matchingReports } from './report-filters.ts';
import { newestFirst } from './report-rows.queries.ts';

const rows = 40_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('serverUrl'), inject('template'));
  await sql`
    insert into reports (submission_id, username, user_name, user_phone, circle, circle_key, pin, land,
      floors_num, basement, land_area, covered_area, resubmission, was_unassigned, capture_time)
    select gen_random_uuid(), 'user' || n % 40, 'User ' || n % 40, '', 'C' || n % 50, 'c' || n % 50,
      lpad((n * 13)::text, 7, '0'), (array['Residential', 'Commercial', 'Vacant'])[1 + n % 3], n % 5,
      n % 4 = 0, n % 1000, n % 800, case when n % 50 = 0 then 1 end,
      n % 60 = 0,
      timestamptz '2026-01-01' + n * interval '5 minutes'
    from generate_series(1, ${rows}::int) as n`.execute(database.db);
  await sql`vacuum analyze reports`.execute(database.db);
});
afterAll(() => database.drop());

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

const scansOf = (plan: Plan): string[] => [
  ...(plan['Relation Name'] === 'reports' ? [plan['Node Type']] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
];

test.each<[ReportFilterName | 'none', string]>([
  ['none', ''],
  ['date', '10/02/2026'],
  ['date_from', '10/04/2026'],
  ['date_to', '10/02/2026'],
  ['username', 'user7'],
  ['username', 'user7,user9'],
  ['name', 'User 3'],
  ['land', 'Vacant'],
  ['circle', 'C7'],
  ['pin', '4567'],
  ['basement', '1'],
  ['floors', '3'],
  ['land_area', '0-3'],
  ['land_area', '400-800'],
  ['covered_area', '0-3'],
  ['resubmission', '1'],
  ['resubmission', 'No'],
  ['list', 'off'],
  ['list', 'on'],
])('%s %s', async (name, value) => {
  const filters = reportFilters.parse(name === 'none' ? {} : { [name]: value });
  const page = newestFirst(matchingReports(database.db, filters, 'rollup'))
    .select('reports.id')
    .limit(10);
  const [explained] = (await page.explain('json')) as { 'QUERY PLAN': { Plan: Plan }[] }[];
  const scans = scansOf(explained?.['QUERY PLAN'][0]?.Plan as Plan);
  expect(scans.length).toBeGreaterThan(0);
  for (const scan of scans) expect(scan).toMatch(/^(Index|Index Only|Bitmap Heap) Scan$/);
});
