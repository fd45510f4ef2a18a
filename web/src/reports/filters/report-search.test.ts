import { reportFilters } from '@survey/contract';
import { describe, expect, it } from 'vitest';
import {
  countFilters,
  filterQuery,
  readFilters,
  readReportSearch,
  writeFilters,
} from './report-search.ts';

describe('the address of a report page', () => {
  it('leaves out what the contract refuses and keeps the rest', () => {
    const search = readReportSearch({
      date_from: '31/02/2026',
      resubmission: 'perhaps',
      land_area: '200-100',
      floors: 'two',
      land: 'Residential,Commercial',
      page: '-3',
      report: ' ',
      unknown: '1',
    });
    expect(search).toEqual({
      filters: { land: ['Residential', 'Commercial'] },
      page: 1,
      report: undefined,
    });
  });

  it('is read as it was written, commas and backslashes included', () => {
    const filters = readFilters({
      name: 'Khan\\, Sana,a\\\\b',
      land_area: '0-200,200-400',
      basement: 'true',
      floors: '2,3',
      resubmission: 'no,1',
      date_from: '2026-01-01',
      date_to: '2026-01-31',
    });
    expect(filters.name).toEqual(['Khan, Sana', 'a\\b']);
    expect(filters.resubmission).toEqual(['No', '1']);
    expect(readFilters(writeFilters(filters))).toEqual(filters);
    expect(countFilters(filters)).toBe(11);
  });

  it('names every filter, so that one no longer set leaves the address', () => {
    expect(Object.keys(writeFilters({}))).toEqual(Object.keys(reportFilters.shape));
    expect(Object.values(writeFilters({ land: [] })).every((value) => value === undefined)).toBe(
      true,
    );
  });

  it('sends a single day as date, day/month/year, and a range as a range', () => {
    expect(filterQuery(readFilters({ date: '5/11/2026' }))).toEqual({ date: '05/11/2026' });
    expect(filterQuery({ date_from: '2026-11-05', date_to: '2026-11-06' })).toEqual({
      date_from: '2026-11-05',
      date_to: '2026-11-06',
    });
  });
});
