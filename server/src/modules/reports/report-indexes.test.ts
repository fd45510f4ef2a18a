// The newest page under each single filter is read from an index, never from the whole table.
import { type ReportFilterName, reportFilters, reportSorts } from '@survey/contract';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Tables } from '../../database/tables.ts';
import { cloneDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { applyDeltas } from '../rollups/rollups.commands.ts';
import { matchingReports } from './report-filters.ts';
import { reportList } from './report-pages.queries.ts';
import type { PlanName } from './report-plans.ts';
import { newestFirst } from './report-rows.queries.ts';
import { sortedPage } from './report-sort.queries.ts';

const rows = 40_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('serverUrl'), inject('template'));
  await sql`
    insert into reports (submission_id, username, user_name, user_phone, circle, circle_key, pin, land,
      floors_num, basement, land_area, covered_area, resubmission, review, was_unassigned, is_second, photo_name, photo_awaited, latitude, longitude,
      capture_time, submission_time)
    select gen_random_uuid(), 'user' || n % 40, 'User ' || n % 40, '', 'C' || n % 50, 'c' || n % 50,
      lpad((n * 13)::text, 7, '0'), (array['Residential', 'Commercial', 'Vacant'])[1 + n % 3], n % 5,
      n % 4 = 0, nullif(n % 1000, 7), n % 800, case when n % 50 = 0 then 1 end,
      case when n % 100 = 1 then 'in_question' when n % 50 > 9 then 'accepted' end,
      n % 60 = 0, n % 70 = 0, case when n % 80 > 0 then lpad(n::text, 32, '0') end,
      case when n % 400 = 0 then '1.jpg' end, nullif(n % 90, 0), 74,
      timestamptz '2026-01-01' + n * interval '5 minutes',
      timestamptz '2026-01-01' + (n * 7919 % 40000) * interval '5 minutes'
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
  ['second', 'yes'],
  ['second', 'no'],
  ['photo', 'no'],
  ['photo', 'yes'],
  ['photo', 'awaited'],
  ['place', 'no'],
  ['place', 'yes'],
  ['review', 'new'],
  ['review', 'in_question'],
  ['review', 'sent_back'],
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

describe('each plan of a page', () => {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  let db: Kysely<Tables>;
  beforeAll(async () => {
    await applyDeltas(database);
    db = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: database.requests }),
      log: ({ query }) => {
        statements.push(query);
      },
    });
  });

  // To accept changed statements: npx vitest run server/src/modules/reports/report-indexes.test.ts -u
  test.each<[PlanName, Record<string, string>, number]>([
    ['one statement', { username: 'user7' }, 3],
    ['sort and count', { pin: '39000' }, 1],
    ['count rows', { username: 'user7', floors: '2' }, 1],
    ['PIN parts', { pin: '4567' }, 1],
    ['sort', { land_area: '0-100', date_to: '10/05/2026' }, 1],
    ['sort days', { pin: '12' }, 1],
    ['walk days', { land: 'Vacant', resubmission: 'No' }, 150],
    ['walk months', { land: 'Vacant', resubmission: 'No' }, 1],
  ])('%s reads the reports by an index, with the statements on file', async (plan, query, page) => {
    statements.length = 0;
    const { rows } = await reportList(db, reportFilters.parse(query), { page, per_page: 10 });
    expect(rows.length).toBeGreaterThan(0);
    const texts = statements.map(({ sql: text }) => `${text};\n`);
    const file = `./report-plans/${plan.toLowerCase().replaceAll(' ', '-')}.sql`;
    await expect(texts.join('\n')).toMatchFileSnapshot(file);
    for (const { sql: text, parameters } of statements) {
      const { rows: found } = await database.requests.query(`explain (format json) ${text}`, [
        ...parameters,
      ]);
      for (const scan of scansOf(found[0]['QUERY PLAN'][0].Plan)) {
        expect(scan, text).toMatch(/^(Index|Index Only|Bitmap Heap) Scan$/);
      }
    }
  });

  describe.each(reportSorts)('in the order of %s', (sort) => {
    test.each<['first' | 'last', number]>([
      ['first', 1],
      ['last', rows / 10],
    ])('the %s page is walked in an index, without sorting', async (_, page) => {
      statements.length = 0;
      const asked = { sort, page, per_page: 10 };
      expect((await sortedPage(db, {}, asked)).rows).toHaveLength(10);
      const walked = statements.filter(({ sql: text }) => text.includes('order by'));
      expect(walked.length).toBeGreaterThan(0);
      for (const { sql: text, parameters } of walked) {
        const { rows: found } = await database.requests.query(`explain (format json) ${text}`, [
          ...parameters,
        ]);
        const plan = found[0]['QUERY PLAN'][0].Plan;
        expect(scansOf(plan), text).toEqual(['Index Only Scan']);
        expect(JSON.stringify(plan), text).not.toContain('"Sort"');
      }
    });

    test('the reports of a filter are found by its index and sorted', async () => {
      statements.length = 0;
      const filters = reportFilters.parse({ username: 'user7' });
      await sortedPage(db, filters, { sort, page: 1, per_page: 10 });
      const [sorted] = statements.filter(({ sql: text }) => text.includes('matching'));
      const { rows: found } = await database.requests.query(
        `explain (format json) ${sorted?.sql}`,
        [...(sorted?.parameters ?? [])],
      );
      for (const scan of scansOf(found[0]['QUERY PLAN'][0].Plan)) {
        expect(scan).toMatch(/^(Index|Index Only|Bitmap Heap) Scan$/);
      }
    });
  });
});
