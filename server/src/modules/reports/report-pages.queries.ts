// One page of the report list with the exact total. Far pages are not walked to: the kept counts say in
// which month, and in which of its days, the page begins. Where no counts are kept for the filters, rows
// are counted, and far pages are read from the nearer end.
import type { ReportFilters } from '@survey/contract';
import { type Expression, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { nextDay, nextMonth } from '../rollups/rollup-periods.ts';
import { dayCounts, monthCounts, type PeriodCount } from '../rollups/rollups.queries.ts';
import { areaNames } from './area-ranges.ts';
import { countRows } from './report-counts.queries.ts';
import {
  currentReports,
  dateNames,
  matchingReports,
  namesSet,
  type PinSearch,
} from './report-filters.ts';
import { type ListRow, newestFirst, withListedFields } from './report-rows.queries.ts';
import { countedPage } from './rollup-page.queries.ts';

interface Page {
  page: number;
  per_page: number;
}

/** So many reports that an index leads to are put in order at once; pages of more are looked for by days. */
const searchedAtMost = 5_000;

/** Rows that are skipped by walking an index rather than by asking for the counts of days. */
const walkedAtMost = 1_000;
/** The same for areas: of a rare one each row to skip is hundreds of others to walk past. */
const ofAreaWalkedAtMost = 50;

const midnight = (day: string) => sql<Date>`(${day}::date)::timestamptz`;

/** Where a page begins and ends: its months or days that have matching reports, newest first. */
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

const matchingIds = (db: Reader, filters: ReportFilters, search?: PinSearch) =>
  matchingReports(db, filters, search).select('reports.id');

/** Texts that lead to their pins: all of them are found in one go, whichever page is asked for. */
const hasListedPins = ({ pin = [] }: ReportFilters): boolean =>
  pin.length > 0 && pin.every((text) => [...text].length >= 3);

/** One area of some days; an area alone is a counted page. Its index holds everything that finds a page. */
const isOfOneArea = (filters: ReportFilters): boolean => {
  const [name, ...others] = namesSet(filters).filter((name) => !dateNames.includes(name));
  return areaNames.some((area) => area === name) && others.length === 0;
};

/** A page of what an index leads to, with the total, read once and put in order. */
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

/** Rows that are skipped, and taken, among those from the first day to the last. */
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
 * The same, looking only at the days that have some: they may lie far apart. OFFSET 0 keeps the planner from
 * walking through all others in order to spare itself the sorting.
 */
const idsOnDays = (db: Reader, filters: ReportFilters, { skip, periods }: Place, size: number) => {
  const found = matchingIds(db, filters, 'rows')
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

/** A pin's part of four characters whose lower case is the same everywhere, and nothing else asked for. */
const partOf = (filters: ReportFilters): string | undefined => {
  const [text = '', ...others] = filters.pin ?? [];
  const isAlone = others.length === 0 && namesSet(filters).length === 1;
  return isAlone && /^[ -~]{4}$/.test(text) ? text.toLowerCase() : undefined;
};

/** What pin_parts of migration 0009 numbers, and how far a month of any zone may reach beyond UTC's. */
const spanMs = 8 * 24 * 3600 * 1000;
const zoneMs = 14 * 3600 * 1000;

/**
 * The same by the index of a pin's parts, which holds each together with its span of days. The planner looks
 * into no keys: where a page lies in many months it would think that half of all reports have one of them, and
 * read all.
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

/**
 * No filter or one, the dates together being one: what is asked for all the time. Each of the many ways to
 * combine them is too rare for a plan to be kept, and a large statement takes longer to plan than small ones.
 */
const isOfOneFilter = (filters: ReportFilters): boolean => {
  const names = namesSet(filters);
  return new Set(names.map((name) => (dateNames.includes(name) ? 'date' : name))).size <= 1;
};

/** The rows of a page, from 1, newest capture first, and how many reports match in all. */
export const reportList = async (
  db: Reader,
  filters: ReportFilters,
  asked: Page,
): Promise<{ total: number; rows: ListRow[] }> => {
  const { page, per_page } = asked;
  const found =
    isOfOneFilter(filters) && !filters.pin?.length
      ? await countedPage(db, filters, { skip: (page - 1) * per_page, size: per_page })
      : undefined;
  if (found) return found;
  const counts = await monthCounts(db, filters);
  if (!counts) return (hasListedPins(filters) ? searchPage : walkToPage)(db, filters, asked);
  const total = counts.reduce((sum, { n }) => sum + n, 0);
  const months = placeIn(counts, (page - 1) * per_page, per_page);
  if (!months) return { total, rows: [] };
  const part = partOf(filters);
  if (part && months.n <= searchedAtMost) {
    return { total, rows: await rowsOf(db, idsOfPart(db, part, months, per_page)) };
  }
  const isArea = isOfOneArea(filters);
  if ((isArea || hasListedPins(filters)) && total <= searchedAtMost) {
    return { total, rows: await rowsOf(db, idsAtOnce(db, filters, asked)) };
  }
  const isSearch = (filters.pin?.length ?? 0) > 0;
  const isFar = isSearch || months.skip > (isArea ? ofAreaWalkedAtMost : walkedAtMost);
  const { periods, skip } = months;
  const span = { from: periods.at(-1), until: nextMonth(periods[0] as string) };
  const days = isFar ? await dayCounts(db, filters, span) : undefined;
  const place = days && placeIn(days, skip, per_page);
  if (!place) {
    return { total, rows: await rowsOf(db, idsBetween(db, filters, months, per_page, nextMonth)) };
  }
  const ids = isSearch
    ? idsOnDays(db, filters, place, per_page)
    : idsBetween(db, filters, place, per_page, nextDay);
  return { total, rows: await rowsOf(db, ids) };
};
