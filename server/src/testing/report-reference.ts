// The reports that lists and counts show, computed by the contract's predicate, for comparison with the SQL.
import { type ListedFlag, type ReportFilters, reportMatches } from '@survey/contract';
import { stateOf } from '../modules/reports/review-state.ts';
import type { Report } from './report-factory.ts';
import { testTimeZone } from './test-database.ts';

const localDay = new Intl.DateTimeFormat('sv-SE', { timeZone: testTimeZone });

/** The day of an instant in the operation's time zone, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => localDay.format(at);

/** A report with the flags that lists show. */
type Listed = Report & { flags?: readonly ListedFlag[] | undefined };

/** Whether lists and counts show a report under these filters. */
export const isShown = (report: Listed, filters: ReportFilters): boolean =>
  report.replaced_by === null &&
  reportMatches(
    {
      ...report,
      was_assigned: !report.was_unassigned,
      picture_path: report.photo_name,
      photo_awaited: report.photo_awaited !== null,
      review: stateOf(report),
    },
    filters,
    dayOf(report.capture_time),
  );

/** The reports that are shown: newest capture first, then highest id. */
export const shownReports = (reports: readonly Listed[], filters: ReportFilters): Report[] =>
  reports
    .filter((report) => isShown(report, filters))
    .sort(
      (one, other) =>
        other.capture_time.getTime() - one.capture_time.getTime() || other.id - one.id,
    );
