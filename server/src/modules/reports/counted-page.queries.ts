// A page of the report list with the exact total, in one statement: the kept counts say in which month the
// page begins, and where that is far from the month's beginning, on which of its days; from there its rows are
// read. Bounds come from subqueries, so that one plan is right for every page (docs/decisions/0024).
import type { PropertyReport, ReportFilters } from '@survey/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { periodCounts } from './kept-counts.queries.ts';
import { matchingReports } from './report-filters.ts';
import { newestFirst, type PlacedReport, selectPlacedReports } from './report-rows.queries.ts';

/** Rows that are skipped by walking an index rather than by asking for the counts of days. */
const walkedAtMost = 100;

type Sql = RawBuilder<unknown>;

/**
 * The periods in which a page lies: the first day, the day after the last, and how many matching reports
 * are newer than all of them.
 * @param counts rows (period, n), `newer` reports before all of them
 */
const spanOfPage = (counts: string, newer: Sql, next: Sql): Sql => sql`
  select min(period) as first, max(${next})::date as until, min(newer) as newer
  from (select period, n, ${newer} + sum(n) over (order by period desc) - n as newer
    from ${sql.table(counts)}) as placed, asked
  where newer < skip + size and newer + n > skip`;

/**
 * Rows from 0 `skip` to `skip + size`, newest capture first, and how many reports match in all.
 * @returns undefined where no kept counts serve these filters by themselves
 */
export const countedPage = async (
  db: Reader,
  filters: ReportFilters,
  { skip, size }: { skip: number; size: number },
): Promise<{ total: number; rows: PropertyReport[] } | undefined> => {
  const counts = periodCounts(filters);
  if (!counts) return undefined;
  const inMonths = [
    sql`day >= (select first from in_months)`,
    sql`day < (select until from in_months)`,
    sql`(select skip - newer > ${sql.lit(walkedAtMost)} from in_months, asked)`,
  ];
  const ids = newestFirst(matchingReports(db, filters).select('reports.id'))
    .where('reports.capture_time', '>=', sql<Date>`(select first::timestamptz from place)`)
    .where('reports.capture_time', '<', sql<Date>`(select until::timestamptz from place)`)
    .limit(sql<number>`(select size from asked)`)
    .offset(sql<number>`(select skip - newer from place, asked)`);
  const found = await db
    .selectFrom(
      sql<PlacedReport & { total: number }>`(
        with asked as (select ${skip}::bigint as skip, ${size}::bigint as size),
        months as materialized (${counts.months}),
        in_months as materialized (${spanOfPage('months', sql`0`, sql`period + interval '1 month'`)}),
        days as (${counts.days(inMonths)}),
        on_days as (${spanOfPage('days', sql`(select newer from in_months)`, sql`period + 1`)}),
        place as materialized (
          select coalesce(on_days.first, in_months.first) as first,
            coalesce(on_days.until, in_months.until) as until,
            coalesce(on_days.newer, in_months.newer) as newer
          from on_days, in_months)
        select total, page.*
        from (select coalesce(sum(n), 0)::bigint as total from months) as counted
        left join (${selectPlacedReports(db)} where reports.id = any(array(${ids}))) as page on true
        order by place)`.as('page'),
    )
    .selectAll()
    .execute();
  return {
    total: found[0]?.total ?? 0,
    rows: found.filter(({ id }) => id !== null).map(({ total, place, ...row }) => row),
  };
};
