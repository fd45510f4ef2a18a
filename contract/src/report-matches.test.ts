import { describe, expect, test } from 'vitest';
import { type ReportFilterName, reportFilterNames, reportFilters } from './report-filters.ts';
import { reportMatcher, reportMatches } from './report-matches.ts';

const report = {
  username: 'ali.raza',
  user_name: 'Ali Raza',
  land: 'Residential',
  pin: '00AB12',
  circle: 'Model Town',
  floors_num: 2,
  basement: false,
  land_area: 0,
  covered_area: null,
  latitude: 31.5,
  longitude: 74.25,
  resubmission: null,
  picture_path: null,
  flags: [{ check: 'travel', severity: 'warning' }] as const,
};
const day = '2026-03-10';

/** A value that matches the report, and one that does not. */
const values: Record<ReportFilterName, [string, string]> = {
  date: ['10/03/2026', '11/03/2026'],
  date_from: ['10/03/2026', '11/03/2026'],
  date_to: ['10/03/2026', '09/03/2026'],
  username: ['sana,ali.raza', 'ali'],
  land: ['Residential', 'residential'],
  name: ['Ali Raza', 'Ali'],
  pin: ['ab1', 'ab2'],
  circle: [' MODEL town', 'Town'],
  basement: ['0', '1'],
  floors: ['1,2', '3'],
  land_area: ['0-5', '1-5'],
  covered_area: ['', '0-100000'],
  resubmission: ['no', '0'],
  list: ['on', 'off'],
  second: ['no', 'yes'],
  photo: ['no,awaited', 'yes,awaited'],
  place: ['yes', 'no'],
  review: ['new,accepted', 'sent_back'],
  flag: ['travel,pace', 'pace'],
  severity: ['warning', 'none,critical'],
  box: ['74.25,31.5,74.3,31.6', '74.26,31.5,74.3,31.6'],
};

const matches = (filters: object, given = report, at = day) =>
  reportMatches(given, reportFilters.parse(filters), at);

describe('a filter', () => {
  test.each(reportFilterNames)('%s says yes and no', (name) => {
    const [yes, no] = values[name];
    expect(matches({ [name]: yes })).toBe(true);
    expect(matches({ [name]: no })).toBe(false);
  });

  test('is joined with the others by "and"', () => {
    expect(matches({ pin: 'ab', land: 'Residential' })).toBe(true);
    expect(matches({ pin: 'ab', land: 'Vacant' })).toBe(false);
  });

  test('of dates refuses a report without a readable day', () => {
    for (const name of ['date', 'date_from', 'date_to']) {
      expect(matches({ [name]: '10/03/2026' }, report, '')).toBe(false);
    }
  });

  test('that is an empty list is not set', () => {
    expect(reportMatcher({})).toBeUndefined();
    expect(reportMatcher({ land: [], pin: [] })).toBeUndefined();
  });
});
