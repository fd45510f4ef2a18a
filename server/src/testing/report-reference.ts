// What filters mean, said a second time in plain JavaScript with the contract's own functions, to hold
// against the SQL.
import {
  type AreaRange,
  type Box,
  circleKey,
  isInRange,
  type ReportFilters,
} from '@survey/contract';
import type { Report } from './report-factory.ts';
import { testTimeZone } from './test-database.ts';

const localDay = new Intl.DateTimeFormat('sv-SE', { timeZone: testTimeZone });

/** The day of an instant where the operation is, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => localDay.format(at);

const isAnyOf = <T>(values: readonly T[] | undefined, matches: (value: T) => boolean): boolean =>
  values === undefined || values.some(matches);

const isInAny = (ranges: readonly AreaRange[] | undefined, area: number | null): boolean =>
  isAnyOf(ranges, (range) => area !== null && isInRange(area, range));

const isInBox = ({ latitude, longitude }: Report, box: Box): boolean =>
  latitude !== null &&
  longitude !== null &&
  longitude >= box.minLng &&
  longitude <= box.maxLng &&
  latitude >= box.minLat &&
  latitude <= box.maxLat;

/** Whether lists and counts show a report under these filters. */
export const isShown = (report: Report, filters: ReportFilters): boolean => {
  const day = dayOf(report.capture_time);
  const label = report.resubmission === null ? 'No' : String(report.resubmission);
  return (
    report.replaced_by === null &&
    (filters.date === undefined || day === filters.date) &&
    (filters.date_from === undefined || day >= filters.date_from) &&
    (filters.date_to === undefined || day <= filters.date_to) &&
    isAnyOf(filters.username, (name) => report.username === name) &&
    isAnyOf(filters.land, (land) => report.land === land) &&
    isAnyOf(filters.name, (name) => report.user_name === name) &&
    isAnyOf(filters.pin, (text) => report.pin.toLowerCase().includes(text.toLowerCase())) &&
    isAnyOf(filters.circle, (circle) => circleKey(report.circle) === circleKey(circle)) &&
    isAnyOf(filters.basement, (basement) => report.basement === basement) &&
    isAnyOf(filters.floors, (floors) => report.floors_num === floors) &&
    isInAny(filters.land_area, report.land_area) &&
    isInAny(filters.covered_area, report.covered_area) &&
    isAnyOf(filters.resubmission, (wanted) => label === wanted) &&
    isAnyOf(filters.list, (wanted) => report.was_unassigned === (wanted === 'off')) &&
    (filters.box === undefined || isInBox(report, filters.box))
  );
};

/** The reports that are shown, newest capture first and of the same instant the later one. */
export const shownReports = (reports: readonly Report[], filters: ReportFilters): Report[] =>
  reports
    .filter((report) => isShown(report, filters))
    .sort(
      (one, other) =>
        other.capture_time.getTime() - one.capture_time.getTime() || other.id - one.id,
    );
