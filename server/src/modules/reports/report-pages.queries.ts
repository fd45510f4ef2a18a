// One page of the report list with the exact total. Far pages do not skip rows one by one: rollups tell in
// which month, and on which of its days, the page begins. Where no rollup serves the filters, rows
// are counted, and far pages are read from the nearer end.
import { nextDay, nextMonth, type ReportFilters } from '@survey/contract';
import { type Expression, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { dayCounts, monthCounts, type PeriodCount } from '../rollups/rollups.queries.ts';
import { countRows } from './report-counts.queries.ts';
import { currentReports, matchingReports, type PinSource } from './report-filters.ts';
import { choosePlan, partOf } from './report-plans.ts';
import { type ListRow, newestFirst, withListedFields } from './report-rows.queries.ts';
import { countedPage } from './rollup-page.queries.ts';

interface Page {
  page: number;
  per_page: number;
}

const midnight = (day: string) => sql<Date>`(${day}::date)::timestamptz`;

/** The months or days that contain the page and have matching reports, newest first. */
interface Place {
  /** Reports to skip in the first of them. */
  skip: number;
  periods: string[];
  /** Reports in all of them. */
  n: number;
}

/** Finds rows `offset` to `offset + size` in counts of periods, newest first. */
const placeIn = (
  counts: readonly PeriodCount[],
  offset: number,
  size: number,
): Place | undefined => {
  let passed = 0;
  let found: Place | undefined;
  for (const { period, n } of counts) {
    if (!found && passed + n > offset) found = { skip: offset - passed, periods: [], n: 0 };
    found?.periods.push(period);
    if (found) found.n += n;
    passed += n;
    if (found && passed >= offset + size) break;
  }
  return found;
};

const rowsOf = (db: Reader, ids: readonly number[] | Expression<unknown>): Promise<ListRow[]> => {
  const isOne =
    'toOperationNode' in ids
      ? sql<boolean>`reports.id in (${ids})`
      : sql<boolean>`reports.id = any(${ids}::bigint[])`;
  return newestFirst(withListedFields(db.selectFrom('reports').where(isOne))).execute();
};

const matchingIds = (db: Reader, filters: ReportFilters, source: PinSource = 'rollup') =>
  matchingReports(db, filters, source).select('reports.id');

/** A page of the rows that an index finds, with the total, read once and sorted. */
const searchPage = async (db: Reader, filters: ReportFilters, { page, per_page }: Page) => {
  const offset = (page - 1) * per_page;
  const found = await db
    .selectFrom(
      sql<{ total: number; ids: number[] | null }>`(
        with matching as materialized (${matchingIds(db, filters).select('reports.capture_time')})
        select (select count(*) from matching) as total,
          (select array_agg(id) from (select id from matching order by capture_time desc, id desc
            limit ${per_page} offset ${offset}) as page) as ids)`.as('found'),
    )
    .selectAll()
    .executeTakeFirstOrThrow();
  const { total, ids } = found;
  return { total, rows: ids ? await rowsOf(db, ids) : [] };
};

/** The same where the total is known. */
const idsAtOnce = (db: Reader, filters: ReportFilters, { page, per_page }: Page) =>
  sql`with matching as materialized (${matchingIds(db, filters).select('reports.capture_time')})
    select id from matching order by capture_time desc, id desc
    limit ${per_page} offset ${(page - 1) * per_page}`;

/** A page where the rows themselves are counted. */
const walkToPage = async (db: Reader, filters: ReportFilters, { page, per_page }: Page) => {
  const total = await countRows(db, filters, 'rollup');
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

/** Rows to skip, and to return, between the first and the last day. */
const idsBetween = (
  db: Reader,
  filters: ReportFilters,
  { skip, periods }: Place,
  size: number,
  next: (day: string) => string,
) =>
  newestFirst(matchingIds(db, filters))
    .where('reports.capture_time', '<', midnight(next(periods[0] as string)))
    .where('reports.capture_time', '>=', midnight(periods.at(-1) as string))
    .limit(size)
    .offset(skip);

/**
 * The same, reading only the days that have matching rows, which may be far apart. OFFSET 0 keeps the planner from
 * scanning all other days in order to avoid the sort.
 */
const idsOnDays = (db: Reader, filters: ReportFilters, { skip, periods }: Place, size: number) => {
  const found = matchingIds(db, filters, 'rollup-long')
    .select('reports.capture_time')
    .innerJoin(
      sql<{ day: string }>`unnest(${periods}::date[])`.as<'days'>(sql`days(day)`),
      (join) =>
        join
          .on('reports.capture_time', '>=', sql<Date>`days.day::timestamptz`)
          .on('reports.capture_time', '<', sql<Date>`(days.day + 1)::timestamptz`),
    )
    .offset(sql.lit(0));
  return sql`select id from (${found}) as found
    order by capture_time desc, id desc limit ${size} offset ${skip}`;
};

/** Origin of pin_parts in migration 0009, and how far a month of any time zone may reach beyond UTC's. */
const spanMs = 8 * 24 * 3600 * 1000;
const zoneMs = 14 * 3600 * 1000;

/**
 * The same by the index of PIN parts, which holds each part with its span of days. The planner has no statistics of
 * the keys: for a page within many months it would expect half of all reports to match, and read the whole table.
 */
const idsOfPart = (db: Reader, part: string, { skip, periods }: Place, size: number) => {
  const [oldest, behind] = [periods.at(-1) as string, nextMonth(periods[0] as string)];
  const first = Math.floor((Date.parse(oldest) - zoneMs) / spanMs);
  const last = Math.floor((Date.parse(behind) + zoneMs) / spanMs);
  const keys = Array.from({ length: last - first + 1 }, (_, at) => `${part} ${first + at}`);
  const found = currentReports(db)
    .select(['reports.id', 'reports.capture_time'])
    .where(sql<boolean>`pin_parts(reports.pin, reports.capture_time) && (select ${keys}::text[])`);
  return sql`with found as materialized (${found})
    select id from found where capture_time >= ${midnight(oldest)} and capture_time < ${midnight(behind)}
    order by capture_time desc, id desc limit ${size} offset ${skip}`;
};

/** A page whose counts by month are known, by the plan for it. */
const knownPage = async (
  db: Reader,
  filters: ReportFilters,
  asked: Page,
  counts: readonly PeriodCount[],
): Promise<{ total: number; rows: ListRow[] }> => {
  const { page, per_page } = asked;
  const total = counts.reduce((sum, { n }) => sum + n, 0);
  const months = placeIn(counts, (page - 1) * per_page, per_page);
  const plan = choosePlan(filters, { total, months });
  if (!months) return { total, rows: [] };
  const answer = async (ids: Expression<unknown>) => ({ total, rows: await rowsOf(db, ids) });
  if (plan === 'PIN parts') {
    return answer(idsOfPart(db, partOf(filters) as string, months, per_page));
  }
  if (plan === 'sort') return answer(idsAtOnce(db, filters, asked));
  const { periods, skip } = months;
  const span = { from: periods.at(-1), until: nextMonth(periods[0] as string) };
  const days = plan === 'walk months' ? undefined : await dayCounts(db, filters, span);
  const place = days && placeIn(days, skip, per_page);
  if (!place) return answer(idsBetween(db, filters, months, per_page, nextMonth));
  return answer(
    plan === 'sort days'
      ? idsOnDays(db, filters, place, per_page)
      : idsBetween(db, filters, place, per_page, nextDay),
  );
};

/** The rows of a page, from 1, newest capture first, and how many reports match in all. */
export const reportList = async (
  db: Reader,
  filters: ReportFilters,
  asked: Page,
): Promise<{ total: number; rows: ListRow[] }> => {
  const { page, per_page } = asked;
  const found =
    choosePlan(filters, 'unread') === 'one statement'
      ? await countedPage(db, filters, { skip: (page - 1) * per_page, size: per_page })
      : undefined;
  if (found) return found;
  const counts = await monthCounts(db, filters);
  if (counts) return knownPage(db, filters, asked, counts);
  const isSorted = choosePlan(filters, 'none') === 'sort and count';
  return (isSorted ? searchPage : walkToPage)(db, filters, asked);
};
