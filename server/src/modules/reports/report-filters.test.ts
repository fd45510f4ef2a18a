// The SQL predicate against a plain reference: alone, in random combinations, and the same in every call.
import {
  type CheckName,
  calls,
  joinList,
  type ListedFlag,
  type ReportFilterName,
  type ReportFilters,
  reportFilters,
  reviewStates,
  type Severity,
  severities,
  writeDay,
  writeRange,
} from '@survey/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { randomFrom } from '../../testing/random.ts';
import {
  insertReports,
  type Report,
  variedReports,
  variety,
} from '../../testing/report-factory.ts';
import { shownReports } from '../../testing/report-reference.ts';

const server = setUpTestServer();
type Flagged = Report & { flags?: ListedFlag[] | undefined };
let reports: Flagged[];
let flagged: Map<number, ListedFlag[]>;

/** Adds flags to some reports and returns them, without the dismissed ones. */
const addFlags = async (given: readonly Report[]) => {
  const found = new Map<number, ListedFlag[]>();
  const add = async (each: number, check: CheckName, severity: Severity, dismissed_by?: string) => {
    const some = given.filter((_, index) => index % each === 0);
    for (const { id } of dismissed_by ? [] : some) {
      found.set(id, [...(found.get(id) ?? []), { check, severity }]);
    }
    await server.database.db
      .insertInto('flags')
      .values(
        some.map(({ id, capture_time }) => ({
          report_id: id,
          check_name: check,
          version: 0,
          severity: (severities.indexOf(severity) + 1) as 1 | 2 | 3,
          found: '{}',
          counterpart_id: null,
          capture_time,
          in_queue: false,
          ...(dismissed_by && { dismissed_by, dismissed_at: new Date(), dismissed_reason: 'no' }),
        })),
      )
      .execute();
  };
  await add(3, 'travel', 'warning');
  await add(4, 'photo-same', 'critical');
  await add(5, 'pace', 'hint');
  await add(2, 'area-zero', 'hint', 'amina');
  return found;
};
beforeAll(async () => {
  const varied = await insertReports(server.database, variedReports(320, 1));
  flagged = await addFlags(varied);
  const last = varied.at(-1) as Report;
  const replaced = varied.slice(0, 20).map(({ id }) => id);
  await server.database.db
    .updateTable('reports')
    .set({ replaced_by: last.id })
    .where('id', 'in', replaced)
    .execute();
  reports = varied.map((report) => ({
    ...report,
    replaced_by: replaced.includes(report.id) ? last.id : null,
    flags: flagged.get(report.id),
  }));
});

type Query = Partial<Record<ReportFilterName, string>>;

const read = (query: Query): ReportFilters => reportFilters.parse(query);

const list = async (query: Query) => {
  const { status, body } = await server.call(
    calls.allReports,
    { query: { ...query, per_page: 500 } },
    server.administrator.token,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return { ids: body.data.map(({ id }) => id), total: body.total };
};

const exported = async (query: Query) => {
  const { body } = await server.call(calls.allReportsExport, { query }, server.administrator.token);
  return body.data.map(({ id }) => id);
};

const expectSame = async (query: Query): Promise<number> => {
  const expected = shownReports(reports, read(query)).map(({ id }) => id);
  const { ids, total } = await list(query);
  expect({ query, ids }).toEqual({ query, ids: expected });
  expect({ query, total }).toEqual({ query, total: expected.length });
  return expected.length;
};

const ranges = ['0-200', '200-400', '400-600', '600-800', '800-1000', '0-0', '0.5-200.5'];
const written = (days: readonly string[]) => [...days, ...days.map(writeDay)];

/** Values with which each filter is tested. */
const values: Record<ReportFilterName, readonly string[]> = {
  date: [...written(variety.days), '2026-03-07', '13/03/2026'],
  date_from: written(variety.days),
  date_to: written(variety.days),
  username: [...variety.usernames, 'nobody'],
  land: [...variety.lands.filter(Boolean), 'residential'],
  name: [...variety.names, 'Nobody'],
  pin: ['0', '00', '001', 'AB', 'b-7', '_', '%', '\\\\', '۲', '=', "'", '$1', 'zz', '1_1', '1%'],
  circle: [...variety.circles, ' johar, block a ', 'Elsewhere'],
  basement: ['true', 'false', '1', '0'],
  floors: ['0', '1', '2', '3', '10', '99'],
  land_area: ranges,
  covered_area: ranges,
  resubmission: ['No', 'no', '0', '1'],
  list: ['on', 'off', 'OFF'],
  second: ['yes', 'no', 'YES'],
  photo: ['yes', 'no', 'awaited'],
  place: ['yes', 'no'],
  review: [...reviewStates, 'NEW'],
  flag: ['travel', 'pace', 'photo-same', 'TRAVEL'],
  severity: ['critical', 'warning', 'hint', 'none'],
  box: ['-74.5,-30.5,-74,-30', '-74.9,-30.75,-74.25,-30.1', '-180,-90,180,90', '10,10,20,20'],
};

/** Filters with a single value; the others take comma-separated lists. */
const singles: readonly ReportFilterName[] = ['date', 'date_from', 'date_to', 'box'];
/** Values in the form of the query string. */
const plain: readonly ReportFilterName[] = [...singles, 'land_area', 'covered_area'];

const write = (name: ReportFilterName, chosen: readonly string[]): string =>
  plain.includes(name) ? chosen.join(',') : joinList(chosen);

const names = Object.keys(values) as ReportFilterName[];

describe('each filter alone', () => {
  test.each(names)('%s, value by value', async (name) => {
    const found: number[] = [];
    for (const value of values[name]) {
      found.push(await expectSame({ [name]: write(name, [value]) }));
    }
    // A filter that matches nothing, or everything, would test nothing.
    expect(Math.max(...found)).toBeGreaterThan(0);
    expect(Math.min(...found)).toBeLessThan(300);
  });

  test.each(
    names.filter((name) => !singles.includes(name)),
  )('%s, several at once', async (name) => {
    const random = randomFrom(2);
    for (let round = 0; round < 5; round += 1) {
      await expectSame({ [name]: write(name, random.some(values[name], 4)) });
    }
  });
});

describe('filters combined at random', () => {
  test('list and total say what the reference says', async () => {
    const random = randomFrom(3);
    let found = 0;
    for (let round = 0; round < 250; round += 1) {
      const query: Query = {};
      for (const name of random.some(names, 4)) {
        const chosen = random.some(values[name], singles.includes(name) ? 1 : 6);
        query[name] = write(name, chosen);
      }
      found += (await expectSame(query)) > 0 ? 1 : 0;
    }
    expect(found).toBeGreaterThan(100);
  });

  test('the export carries the same reports in the same order', async () => {
    const random = randomFrom(4);
    for (let round = 0; round < 60; round += 1) {
      const query: Query = {};
      for (const name of random.some(names, 3)) {
        query[name] = write(name, random.some(values[name], singles.includes(name) ? 1 : 6));
      }
      expect(await exported(query)).toEqual((await list(query)).ids);
    }
  });

  test('empty values are filters not set', async () => {
    const empty = Object.fromEntries(names.map((name) => [name, ''])) as Query;
    expect((await list(empty)).total).toBe(300);
    expect((await list({ land: ',' })).total).toBe(300);
  });
});

describe('values that would break out of the query', () => {
  test.each([
    "'; drop table reports; --",
    "\\'; drop table reports; --",
    String.raw`\\' or 1=1 --`,
    "' or '1'='1",
    '$1',
    '$1$2',
    "E'\\x27'",
    '"; drop table reports',
    ") to program 'touch /tmp/hurt' --",
    '\u2019 or 1=1',
    '/*',
  ])('%s finds nothing, in list and export', async (value) => {
    for (const name of ['username', 'land', 'name', 'circle', 'pin'] as const) {
      const query = { [name]: joinList([value]) };
      const expected = shownReports(reports, read(query)).map(({ id }) => id);
      expect((await list(query)).ids).toEqual(expected);
      expect(await exported(query)).toEqual(expected);
    }
    expect((await list({})).total).toBe(300);
  });

  test('a NUL character is refused or finds nothing, never our fault', async () => {
    for (const call of [calls.allReports, calls.allReportsExport]) {
      const { status } = await server.call(
        call,
        { query: { land: 'a\u0000b' } },
        server.administrator.token,
      );
      expect(status).toBe(422);
    }
  });
});

test('ranges are written as the address carries them', () => {
  expect(read({ land_area: writeRange({ min: 0, max: 200 }) }).land_area).toEqual([
    { min: 0, max: 200 },
  ]);
});
