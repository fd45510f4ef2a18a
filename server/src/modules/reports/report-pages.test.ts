// Pages far from the newest, found through rollups, equal those found by skipping row by row.
import { calls, type ReportFilterName, reportFilters } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import type { Report } from '../../testing/report-factory.ts';
import { shownReports } from '../../testing/report-reference.ts';
import { applyDeltas } from '../rollups/rollups.commands.ts';

const server = setUpTestServer();
let reports: Report[];

beforeAll(async () => {
  const { db } = server.database;
  // 9,000 in three months, so that many rows of a month are skipped; a few more in another year.
  await sql`
    insert into reports (submission_id, username, user_name, user_phone, circle, circle_key, pin, land,
      floors_num, basement, land_area, covered_area, resubmission, capture_time)
    select gen_random_uuid(), 'user' || n % 3, 'User ' || n % 3, '', 'C' || n % 4, 'c' || n % 4,
      case when n % 900 = 0 then 'Zq-' || n else lpad((n * 7919 % 10000)::text, 4, '0') end,
      (array['Residential', 'Commercial', 'Vacant'])[1 + n % 3], n % 5, n % 4 = 0, case when n % 100 = 50 then 1900 else n % 900 end, n % 800,
      case when n % 50 = 0 then 1 end,
      case when n % 450 = 0 then timestamptz '2024-01-05 12:00+05' + n * interval '1 hour'
        else timestamptz '2026-01-01 00:00+05' + n * interval '14 minutes' end
    from generate_series(1, 9000) as n`.execute(db);
  await applyDeltas(server.database);
  await sql`vacuum analyze reports`.execute(db);
  const rows = await db.selectFrom('reports').selectAll().execute();
  reports = rows as Report[];
});

type Query = Partial<Record<ReportFilterName, string>>;

const page = async (query: Query, number: number, per_page: number) => {
  const { status, body } = await server.call(
    calls.allReports,
    { query: { ...query, page: number, per_page } },
    server.administrator.token,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return { total: body.total, ids: body.data.map(({ id }) => id) };
};

const queries: Query[] = [
  {},
  { date_to: '15/02/2026' },
  { date_from: '05/01/2026', date_to: '27/03/2026' },
  { username: 'user1', date_to: '20/02/2026' },
  { username: 'user1,user2', land: 'Vacant,Commercial' },
  { land: 'Residential', date_from: '10/02/2026' },
  { basement: '0', date_to: '25/03/2026' },
  { pin: '1' },
  { pin: '1', date_to: '17/02/2026' },
  { pin: '12', date_from: '07/01/2026' },
  { pin: '123' },
  { pin: '1234' },
  { pin: '0099' },
  { pin: 'zQ-9' },
  { pin: '-8100' },
  { pin: '1234', date_to: '17/03/2026' },
  { pin: 'zQ' },
  { pin: 'q' },
  { pin: '-90' },
  { land_area: '0-200' },
  { land_area: '0-0' },
  { land_area: '0-380' },
  { land_area: '1520-1900' },
  { land_area: '1140-1520,1520-1900' },
  { land_area: '0-380,760-1140,300-380' },
  { land_area: '0-200,200-400,600-800', date_from: '03/01/2026' },
  { covered_area: '0-480,640-800' },
  { covered_area: '160-320', land: 'Vacant' },
  { pin: '12', username: 'user1' },
  { pin: '123,zq', land: 'Vacant' },
  { pin: '1234,99', floors: '2' },
];

test.each(queries)('%j', async (query) => {
  const expected = shownReports(reports, reportFilters.parse(query)).map(({ id }) => id);
  expect(expected.length).toBeGreaterThan(0);
  for (const size of [10, 150]) {
    const last = Math.ceil(expected.length / size);
    for (const number of new Set([1, Math.ceil(last / 3), Math.ceil(last / 2), last, last + 1])) {
      const from = (number - 1) * size;
      expect({ number, ...(await page(query, number, size)) }).toEqual({
        number,
        total: expected.length,
        ids: expected.slice(from, from + size),
      });
    }
  }
});
