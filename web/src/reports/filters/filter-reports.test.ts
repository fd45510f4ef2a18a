import { areaBuckets, type PropertyReport } from '@survey/contract';
import { describe, expect, it } from 'vitest';
import { runNow } from '../../api/steps.ts';
import { sampleReport, sampleReports } from '../../testing/sample-reports.ts';
import { filterReports, suggestPins } from './filter-reports.ts';
import { collectOptions } from './report-options.ts';

const ids = (reports: readonly PropertyReport[]) => reports.map(({ id }) => id);

describe('filterReports', () => {
  it('gives the very list where no filter is set', () => {
    const reports = sampleReports(3);
    expect(filterReports(reports, {})).toBe(reports);
    expect(filterReports(reports, { land: [], pin: [] })).toBe(reports);
  });

  it('joins values of one filter by "or" and filters by "and"', () => {
    const reports = sampleReports(60);
    const found = filterReports(reports, {
      land: ['Residential', 'Mixed, shop below'],
      username: ['ali.raza'],
    });
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ land }) => land))).toEqual(new Set(['Residential']));
  });

  it('takes both ends of a range of days in, and no report without a readable time', () => {
    const reports = [
      sampleReport(0, { id: 1, capture_time: '31/12/2025 23:59:59' }),
      sampleReport(0, { id: 2, capture_time: '01/01/2026 00:00:00' }),
      sampleReport(0, { id: 3, capture_time: '02/01/2026 23:59:59' }),
      sampleReport(0, { id: 4, capture_time: '03/01/2026 00:00:00' }),
      sampleReport(0, { id: 5, capture_time: '' }),
    ];
    const range = { date_from: '2026-01-01', date_to: '2026-01-02' };
    expect(ids(filterReports(reports, range))).toEqual([2, 3]);
    expect(ids(filterReports(reports, { date_from: '2026-01-02' }))).toEqual([3, 4]);
    expect(ids(filterReports(reports, { date_to: '2025-12-31' }))).toEqual([1]);
    expect(ids(filterReports(reports, { date: '2026-01-03' }))).toEqual([4]);
  });

  it('reads the day of a capture in whatever form a backend writes it', () => {
    const times = ['6/3/2024 9:00', '06/03/2024', '2024-03-06T09:00:00Z', '2024-03-06 09:00'];
    const reports = times.map((capture_time, at) => sampleReport(0, { id: at, capture_time }));
    expect(filterReports(reports, { date: '2024-03-06' })).toHaveLength(times.length);
    expect(filterReports(reports, { date: '2024-06-03' })).toEqual([]);
  });

  it('finds PINs that contain the text in any case', () => {
    const reports = [
      sampleReport(0, { id: 1, pin: '00AB12' }),
      sampleReport(0, { id: 2, pin: '00ab99' }),
      sampleReport(0, { id: 3, pin: '777' }),
    ];
    expect(ids(filterReports(reports, { pin: ['aB'] }))).toEqual([1, 2]);
    expect(ids(filterReports(reports, { pin: ['B12', '77'] }))).toEqual([1, 3]);
  });

  it('holds area 0 in the first bucket only, each upper end in its own, and no unknown area', () => {
    const reports = [null, 0, 200, 200.5, 400, 1000].map((land_area, at) =>
      sampleReport(0, { id: at + 1, land_area }),
    );
    const [first, second, , , last] = areaBuckets(1000);
    if (!first || !second || !last) throw new Error('five buckets');
    expect(ids(filterReports(reports, { land_area: [first] }))).toEqual([2, 3]);
    expect(ids(filterReports(reports, { land_area: [second] }))).toEqual([4, 5]);
    expect(ids(filterReports(reports, { land_area: [first, last] }))).toEqual([2, 3, 6]);
  });

  it('compares circles trimmed and in any case, and tells null from 0 in resubmission', () => {
    const reports = [
      sampleReport(0, { id: 1, circle: ' model town ', resubmission: null }),
      sampleReport(0, { id: 2, circle: 'Saddar', resubmission: 0 }),
      sampleReport(0, { id: 3, circle: 'Saddar', resubmission: 1 }),
    ];
    expect(ids(filterReports(reports, { circle: ['Model Town'] }))).toEqual([1]);
    expect(ids(filterReports(reports, { resubmission: ['No'] }))).toEqual([1]);
    expect(ids(filterReports(reports, { resubmission: ['0', '1'] }))).toEqual([2, 3]);
    expect(ids(filterReports(reports, { basement: [false], floors: [0] }))).toEqual([]);
  });

  it('reads each of 50 000 records once for the index, however often the filters change', () => {
    let reads = 0;
    const reports = sampleReports(50_000).map((report) =>
      Object.defineProperty(report, 'capture_time', {
        get: () => {
          reads += 1;
          return '05/11/2026 10:00:00';
        },
      }),
    );
    for (const text of ['1', '12', '123', '1234']) {
      const found = filterReports(reports, { pin: [text], date_from: '2026-11-01' });
      expect(found.every(({ pin }) => pin.includes(text))).toBe(true);
    }
    expect(reads).toBe(50_000);
  });
});

describe('suggestPins', () => {
  it('gives no more than asked, those that begin with the text first', () => {
    const pins = sampleReports(40).map(({ pin }) => pin);
    expect(suggestPins(pins, 'a000', 10)).toHaveLength(10);
    expect(suggestPins(pins, 'zz', 10)).toEqual([]);
    expect(suggestPins(['9912', '1299', '12', '012'], '12', 10)).toEqual([
      '12',
      '1299',
      '012',
      '9912',
    ]);
  });
});

describe('collectOptions', () => {
  it('counts the values in natural order and leaves empty ones out', () => {
    const options = runNow(
      collectOptions([
        sampleReport(0, { circle: 'Circle 10', land: '', land_area: 12.5 }),
        sampleReport(1, { circle: 'Circle 9', land: 'Vacant', land_area: null }),
        sampleReport(2, { circle: 'Circle 9', land: 'Vacant', land_area: 990 }),
      ]),
    );
    expect(options.circle).toEqual([
      { value: 'Circle 9', count: 2 },
      { value: 'Circle 10', count: 1 },
    ]);
    expect(options.land).toEqual([{ value: 'Vacant', count: 2 }]);
    expect(options.largest_land_area).toBe(990);
    expect(options.users).toEqual([
      { username: 'ali.raza', name: 'Ali Raza', count: 2 },
      { username: 'sana.khan', name: 'ثنا خان', count: 1 },
    ]);
  });
});
