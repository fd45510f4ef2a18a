import { describe, expect, test } from 'vitest';
import { joinList, limits, splitList } from './fields.ts';
import {
  areaBuckets,
  isInRange,
  reportFilters,
  reportPageQuery,
  writeListFilter,
  writeRange,
} from './report-filters.ts';

const problems = (query: Record<string, unknown>) =>
  reportPageQuery.safeParse(query).error?.issues.map((issue) => issue.path.join('.')) ?? [];

describe('a query is refused, by the name of the filter, for', () => {
  test.each([
    ['page', '-1'],
    ['page', '0'],
    ['page', '1.5'],
    ['page', 'two'],
    ['per_page', '0'],
    ['per_page', '501'],
    ['per_page', '100000'],
    ['date', '31/02/2026'],
    ['date_from', 'yesterday'],
    ['date_to', '2026-13-01'],
    ['land_area', 'big'],
    ['land_area', '200-100'],
    ['land_area', '-5-10'],
    ['land_area', `0-${'9'.repeat(400)}`],
    ['covered_area', '0-200,oops'],
    ['resubmission', '2'],
    ['resubmission', 'No,maybe'],
    ['list', 'off,maybe'],
    ['review', 'accepted,perhaps'],
    ['basement', 'perhaps'],
    ['floors', 'two'],
    ['floors', '-1'],
    ['land', 'a\u0000b'],
    ['pin', Array.from({ length: limits.pinTexts + 1 }, String).join(',')],
  ])('%s=%s', (name, value) => {
    expect(problems({ [name]: value })).toEqual([name]);
  });

  test('names the value that is wrong', () => {
    const { error } = reportFilters.safeParse({ resubmission: 'No,maybe' });
    expect(error?.issues[0]?.message).toBe('"maybe" is not one of No, 0, 1');
  });
});

describe('a query', () => {
  test('without anything is the first page of ten', () => {
    expect(reportPageQuery.parse({})).toMatchObject({ page: 1, per_page: 10 });
    expect(reportPageQuery.parse({ page: '', per_page: '', land: '', date: '' })).toMatchObject({
      page: 1,
      per_page: 10,
    });
  });

  test('carries lists, days, truths, numbers and ranges', () => {
    expect(
      reportFilters.parse({
        date: '01/02/2026',
        land: String.raw`Residential,Mixed\, shop below`,
        circle: ['Model Town', 'Saddar,Cantt'],
        basement: '1,false',
        floors: '0,12',
        land_area: '0-200,200-400.5',
        resubmission: 'no,1',
      }),
    ).toMatchObject({
      date: '2026-02-01',
      land: ['Residential', 'Mixed, shop below'],
      circle: ['Model Town', 'Saddar', 'Cantt'],
      basement: [true, false],
      floors: [0, 12],
      land_area: [
        { min: 0, max: 200 },
        { min: 200, max: 400.5 },
      ],
      resubmission: ['No', '1'],
    });
  });
});

test('lists are read as they were written, whatever is in them', () => {
  const values = ['a,b', String.raw`back\slash`, String.raw`\,`, 'ثنا، خان', "it's", '%_'];
  expect(splitList(joinList(values))).toEqual(values);
  expect(writeListFilter([1, 'a,b'])).toBe(String.raw`1,a\,b`);
});

test('a value without a comma is sent as it is, whatever backend reads it', () => {
  for (const value of [String.raw`A\B`, String.raw`C:\new`, String.raw`ends\ `.trim(), 'plain']) {
    expect(joinList([value])).toBe(value);
  }
  const awkward = ['\\', '\\\\', 'a\\', '\\,', ',\\', '\\\\,b'];
  for (const one of awkward) {
    expect(splitList(joinList([one]))).toEqual([one]);
    for (const other of awkward) expect(splitList(joinList([one, other]))).toEqual([one, other]);
  }
});

describe('area buckets', () => {
  test('there are none where nothing has an area', () => {
    expect(areaBuckets(0)).toEqual([]);
    expect(areaBuckets(Number.NaN)).toEqual([]);
  });

  test('are five, from 0, a fifth of the largest wide, rounded up', () => {
    expect(areaBuckets(1000).map(writeRange)).toEqual([
      '0-200',
      '200-400',
      '400-600',
      '600-800',
      '800-1000',
    ]);
    expect(areaBuckets(11).map(writeRange)).toEqual(['0-3', '3-6', '6-9', '9-12', '12-15']);
  });

  test.each([
    0.2, 1, 7, 999.99, 1000, 123456,
  ])('hold every area up to %d exactly once', (largest) => {
    const buckets = areaBuckets(largest);
    const areas = [0, largest, ...buckets.flatMap(({ min, max }) => [min, min + 0.001, max])];
    for (const area of areas.filter((area) => area <= largest)) {
      expect(buckets.filter((range) => isInRange(area, range))).toHaveLength(1);
    }
  });

  test('no bucket holds a negative area', () => {
    expect(areaBuckets(10).some((range) => isInRange(-1, range))).toBe(false);
  });
});
