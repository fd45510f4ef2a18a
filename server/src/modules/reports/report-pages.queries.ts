// One page of the report list with the exact total. Far pages are not walked to: the kept counts say in
// which month, and in which of its days, the page begins. Where no counts are kept for the filters, rows
// are counted, and far pages are read from the nearer end.
import type { PropertyReport, ReportFilters } from '@survey/contract';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { dayCounts, keepsDays, monthCounts, type PeriodCount } from './kept-counts.queries.ts';
import { nextDay, nextMonth } from './kept-periods.ts';
import { countRows } from './report-counts.queries.ts';
import { matchingReports } from './report-filters.ts';
import { newestFirst, withReportFields } from './report-rows.queries.ts';

interface Page {
  page: number;
  per_page: number;
}

/** Rows that are skipped by walking an index rather than by asking for the counts of days. */
const walkedAtMost = 1_000;

const midnight = (day: string) => sql<Date>`(${day}::date)::timestamptz`;

/** Where a page begins and ends: days, and how many reports to skip in the first of them. */
interface Place {
  skip: number;
  /** Reports of this page lie before this day, and in or after that one. */
  before: string;
  from: string;
}

/** Finds rows `offset` to `offset + size` in counts of periods, newest first. */
const placeIn = (
  counts: readonly PeriodCount[],
  offset: number,
  size: number,
  next: (day: string) => string,
): Place | undefined => {
  let passed = 0;
  let found: Place | undefined;
  for (const { period, n } of counts) {
    if (!found && passed + n > offset) {
      found = { skip: offset - passed, before: next(period), from: period };
    }
    if (found) found.from = period;
    passed += n;
    if (found && passed >= offset + size) break;
  }
  return found;
};

const rowsOf = (db: Reader, ids: ReturnType<typeof matchingIds>): Promise<PropertyReport[]> =>
  newestFirst(withReportFields(db.selectFrom('reports').where('reports.id', 'in', ids))).execute();

const matchingIds = (db: Reader, filters: ReportFilters) =>
  matchingReports(db, filters).select('reports.id');

/** A page where the rows themselves are counted. */
const walkToPage = async (db: Reader, filters: ReportFilters, { page, per_page }: Page) => {
  const total = await countRows(db, filters);
  const offset = (page - 1) * per_page;
  if (offset >= total) return { total, rows: [] };
  const size = Math.min(per_page, total - offset);
  const ids = matchingIds(db, filters).limit(size);
  const isNearEnd = offset > total / 2;
  const found = isNearEnd
    ? ids
        .orderBy('reports.capture_time', 'asc')
        .orderBy('reports.id', 'asc')
        .offset(total - offset - size)
    : newestFirst(ids).offset(offset);
  return { total, rows: await rowsOf(db, found) };
};

/** The rows of a page, from 1, newest capture first, and how many reports match in all. */
export const reportList = async (
  db: Reader,
  filters: ReportFilters,
  { page, per_page }: Page,
): Promise<{ total: number; rows: PropertyReport[] }> => {
  const months = await monthCounts(db, filters);
  if (!months) return walkToPage(db, filters, { page, per_page });
  const total = months.reduce((sum, { n }) => sum + n, 0);
  const offset = (page - 1) * per_page;
  const month = placeIn(months, offset, per_page, nextMonth);
  if (!month) return { total, rows: [] };
  const span = { from: month.from, until: month.before };
  const isFar = month.skip > walkedAtMost && keepsDays(filters);
  const days = isFar ? await dayCounts(db, filters, span) : undefined;
  const place = (days && placeIn(days, month.skip, per_page, nextDay)) ?? month;
  const ids = newestFirst(matchingIds(db, filters))
    .where('reports.capture_time', '<', midnight(place.before))
    .where('reports.capture_time', '>=', midnight(place.from))
    .limit(per_page)
    .offset(place.skip);
  return { total, rows: await rowsOf(db, ids) };
};
