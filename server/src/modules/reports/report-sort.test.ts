// The list in the order of each column: every page, both directions, with and without filters, unknown values last.
import { calls, limits, reportSorts, type SortColumn } from '@survey/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { insertReports, type Report, report } from '../../testing/report-factory.ts';
import { chooseSort } from './report-plans.ts';

const server = setUpTestServer();
let reports: Report[];

beforeAll(async () => {
  const at = (hours: number) => new Date(Date.UTC(2026, 2, 1) + hours * 3_600_000);
  reports = await insertReports(
    server.database,
    Array.from({ length: 60 }, (_, n) =>
      report({
        username: `user${n % 3}`,
        circle: `C${n % 4}`,
        pin: String((n * 17) % 60).padStart(3, '0'),
        land: n % 2 ? 'Commercial' : 'Residential',
        land_area: n % 7 === 0 ? null : (n * 13) % 40,
        covered_area: n % 5 === 0 ? null : (n * 11) % 30,
        floors_num: n % 11 === 0 ? null : n % 4,
        capture_time: at(n),
        submission_time: at((n * 23) % 60),
      }),
    ),
  );
});

const keyOf: Record<SortColumn, (one: Report) => number | string | null> = {
  capture_time: (one) => one.capture_time.getTime(),
  submission_time: (one) => one.submission_time.getTime(),
  land_area: (one) => one.land_area,
  covered_area: (one) => one.covered_area,
  floors_num: (one) => one.floors_num,
  pin: (one) => one.pin,
  circle: (one) => one.circle_key,
  username: (one) => one.username,
};

const ask = (query: Record<string, string | number>) =>
  server.call(calls.allReports, { query: query as never }, server.administrator.token);

/** All pages after each other. */
const idsInOrder = async (query: Record<string, string>): Promise<number[]> => {
  const ids: number[] = [];
  let total = 1;
  for (let page = 1; ids.length < total; page += 1) {
    const { status, body } = await ask({ ...query, page, per_page: 7 });
    expect(status).toBe(200);
    expect(body.data.length).toBeGreaterThan(0);
    total = body.total;
    ids.push(...body.data.map(({ id }) => Number(id)));
  }
  return ids;
};

test('an order that no index bears is refused', async () => {
  const { status, body } = await ask({ sort: 'comments' });
  expect(status).toBe(422);
  expect(Object.keys(body.errors ?? {})).toEqual(['sort']);
});

test('many reports of a filter are not sorted; all reports are', () => {
  expect(chooseSort(true, limits.sortedReports + 1)).toBe('refuse');
  expect(chooseSort(true, limits.sortedReports)).toBe('sort matches');
  expect(chooseSort(false, 10_000_000)).toBe('walk sort');
});

describe.each(reportSorts)('%s', (sort) => {
  const column = sort.replace('-', '') as SortColumn;
  test.each([{}, { land: 'Commercial' }])('with %o', async (filters) => {
    const expected = reports.filter(({ land }) => !('land' in filters) || land === filters.land);
    const ids = await idsInOrder({ ...filters, sort });
    expect([...ids].sort((a, b) => a - b)).toEqual(
      expected.map(({ id }) => id).sort((a, b) => a - b),
    );
    const keys = ids.map((id) => keyOf[column](reports.find((one) => one.id === id) as Report));
    const known = keys.filter((key) => key !== null);
    expect(keys.slice(known.length).every((key) => key === null)).toBe(true);
    const sorted = [...known].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
    expect(known).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted);
  });
});

test('without an order, and with the usual one, the newest capture comes first', async () => {
  const newest = [...reports].reverse().map(({ id }) => id);
  expect(await idsInOrder({})).toEqual(newest);
  expect(await idsInOrder({ sort: '-capture_time' })).toEqual(newest);
});
