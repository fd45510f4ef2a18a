// A page of the report list with the exact total, in one statement: rollups tell in which month the page begins, and
// where that is far from the month's beginning, on which of its days; the rows are read from there. Bounds come from
// subqueries, so that one plan serves every page (ADR 24). Pages of a rare area are read by the area's index instead.
import {
  type AreaName,
  type AreaRange,
  areaNames,
  disjointSpans,
  type ReportFilters,
} from '@survey/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { type BucketWidths, haveRollupBorders } from '../rollups/rollup-conditions.ts';
import { periodCounts } from '../rollups/rollups.queries.ts';
import { currentReports, matchingReports } from './report-filters.ts';
import { skippedInStatement, skippedInStatementOfArea } from './report-plans.ts';
import {
  type ListRow,
  newestFirst,
  type PlacedReport,
  selectPlacedReports,
} from './report-rows.queries.ts';

type Sql = RawBuilder<unknown>;

/**
 * The periods that contain a page: the first day, the day after the last, and how many matching reports
 * are newer than all of them.
 * @param counts rows (period, n), `newer` reports before all of them
 */
const spanOfPage = (counts: string, newer: Sql, next: Sql): Sql => sql`
  select min(period) as first, max(${next})::date as until, min(newer) as newer
  from (select period, n, ${newer} + sum(n) over (order by period desc) - n as newer
    from ${sql.table(counts)}) as placed, asked
  where newer < skip + size and newer + n > skip`;

/** Ids of a page's reports, by walking an index in order of time from the place that the counts give. */
const walkedIds = (reports: ReturnType<typeof currentReports>) =>
  newestFirst(reports.select('reports.id'))
    .where('reports.capture_time', '>=', sql<Date>`(select first::timestamptz from place)`)
    .where('reports.capture_time', '<', sql<Date>`(select until::timestamptz from place)`)
    .limit(sql<number>`(select size from asked)`)
    .offset(sql<number>`(select skip - newer from place, asked)`);

/**
 * Whether sorting all reports of an area is faster than walking the index by time: the walk to row `size` of `total`
 * passes size * all / total rows, each in half the time that sorting one takes.
 */
const areFew = sql<boolean>`(select total::float8 * total < size * reltuples / 2
  from counted, asked, pg_class where pg_class.oid = 'reports'::regclass)`;

/**
 * The same for areas, each by the better of two ways. "+ 0" leaves the first way only the index by time; in
 * the second each span is read from the area's index alone, which is covering.
 */
const idsOfArea = (db: Reader, name: AreaName, ranges: readonly AreaRange[]): Sql => {
  const area = sql.ref(`reports.${name}`);
  const spans = disjointSpans(ranges);
  const inSpans = spans.map(
    ({ after, max }) => sql`(${area} + 0 > ${after} and ${area} + 0 <= ${max})`,
  );
  const walked = walkedIds(
    currentReports(db)
      .where(sql<boolean>`not ${areFew}`)
      .where(sql<boolean>`(${sql.join(inSpans, sql` or `)})`),
  );
  const few = spans.map(
    ({ after, max }) =>
      sql`${currentReports(db)
        .select(['reports.id', 'reports.capture_time'])
        .where(areFew)
        .where(
          sql<boolean>`${area} > (select ${after}::float8) and ${area} <= (select ${max}::float8)`,
        )}`,
  );
  return sql`${walked} union all
    (select id from (${sql.join(few, sql` union all `)}) as few order by capture_time desc, id desc
      limit (select size from asked) offset (select skip from asked))`;
};

/**
 * Rows `skip` to `skip + size`, counted from 0, newest capture first, and how many reports match in all.
 * @param filters one at most, dates together being one
 * @returns undefined where no rollup serves these filters
 */
export const countedPage = async (
  db: Reader,
  filters: ReportFilters,
  { skip, size }: { skip: number; size: number },
): Promise<{ total: number; rows: ListRow[] } | undefined> => {
  const counts = periodCounts(filters);
  if (!counts) return undefined;
  const area = areaNames.find((name) => filters[name]?.length);
  const inMonths = [
    sql`day >= (select first from in_months)`,
    sql`day < (select until from in_months)`,
    sql`(select skip - newer > ${sql.lit(area ? skippedInStatementOfArea : skippedInStatement)} from in_months, asked)`,
  ];
  const ids = area
    ? idsOfArea(db, area, filters[area] ?? [])
    : walkedIds(matchingReports(db, filters));
  const found = await db
    .selectFrom(
      sql<PlacedReport & BucketWidths & { total: number }>`(
        with asked as (select ${skip}::bigint as skip, ${size}::bigint as size),
        months as materialized (${counts.months}),
        in_months as materialized (${spanOfPage('months', sql`0`, sql`period + interval '1 month'`)}),
        days as (${counts.days(inMonths)}),
        on_days as (${spanOfPage('days', sql`(select newer from in_months)`, sql`period + 1`)}),
        place as materialized (
          select coalesce(on_days.first, in_months.first) as first,
            coalesce(on_days.until, in_months.until) as until,
            coalesce(on_days.newer, in_months.newer) as newer
          from on_days, in_months),
        counted as materialized (select coalesce(sum(n), 0)::bigint as total from months)
        select total, land_width, covered_width, page.*
        from counted cross join rollup_state
        left join (${selectPlacedReports(db)} where reports.id = any(array(${ids}))) as page on true
        order by place)`.as('page'),
    )
    .selectAll()
    .execute();
  const [first] = found;
  if (!first || !haveRollupBorders(filters, first)) return undefined;
  return {
    total: first.total,
    rows: found
      .filter(({ id }) => id !== null)
      .map(({ total, place, land_width, covered_width, ...row }) => row),
  };
};
