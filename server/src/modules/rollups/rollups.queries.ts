// Reads rollups (rollups.ts). Each answer comes from one statement that adds rollups and deltas not applied yet, so
// that both are of one snapshot.
import {
  dateFilterNames,
  filterNamesSet,
  type ReportFilterName,
  type ReportFilters,
} from '@survey/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import {
  type BucketWidths,
  haveRollupBorders,
  type Part,
  rollupConditions,
} from './rollup-conditions.ts';
import { type DaySpan, inBoth, periodsOf, spanOf } from './rollup-periods.ts';
import { countedRows as changesOf, circleChanges, rollupTables } from './rollups.ts';

const countedChanges = (name: string): string => {
  const table = rollupTables.find((one) => one.name === name);
  return table ? changesOf(table, 'report_deltas') : '';
};

type Sql = RawBuilder<unknown>;

/** Rollup tables with the same dimensions, and the filters that they serve besides dates. */
interface Source {
  serves: readonly ReportFilterName[];
  days?: string;
  months?: string;
}

/** The first that serves all filters is read: the smallest tables first. */
const sources: readonly Source[] = [
  { serves: ['land', 'resubmission'], days: 'rollup_days', months: 'rollup_months' },
  {
    serves: ['username', 'name', 'circle', 'land', 'resubmission'],
    days: 'rollup_cell_days',
    months: 'rollup_work_months',
  },
  { serves: ['floors', 'basement'], days: 'rollup_floor_days', months: 'rollup_floor_months' },
  { serves: ['list', 'second', 'photo', 'place'], days: 'rollup_mark_days' },
  {
    serves: ['review', 'username', 'name', 'circle', 'land'],
    days: 'rollup_review_days',
    months: 'rollup_review_months',
  },
  { serves: ['land_area'], days: 'rollup_land_area_days', months: 'rollup_land_area_months' },
  {
    serves: ['covered_area'],
    days: 'rollup_covered_area_days',
    months: 'rollup_covered_area_months',
  },
  {
    serves: ['land', 'resubmission', 'floors', 'basement', 'land_area', 'covered_area'],
    days: 'rollup_facet_days',
    months: 'rollup_facet_months',
  },
  { serves: ['pin'], days: 'rollup_pin_ngrams' },
];

/** N-grams of PINs with four characters, of all time. */
const partMonths: Source = { serves: ['pin'], months: 'rollup_pin_months' };

/** PINs are found by their n-grams; several values may match the same PIN. */
const lengthOfPart = (pins: readonly string[] | undefined): number => {
  if (!pins?.length) return 0;
  return pins.length === 1 ? [...(pins[0] as string)].length : Number.POSITIVE_INFINITY;
};

const sourceOf = (filters: ReportFilters): Source | undefined => {
  const names = filterNamesSet(filters);
  const others = names.filter((name) => !dateFilterNames.includes(name));
  const length = lengthOfPart(filters.pin);
  if (length === 4) return names.length === 1 ? partMonths : undefined;
  // No rollup has awaited photos. Few reports wait for one: they are counted by an index of their own.
  if (length > 4 || filters.photo?.includes('awaited')) return undefined;
  return sources.find(({ serves }) => others.every((name) => serves.includes(name)));
};

/** The days of a span as conditions on a rollup's column. */
export const daysWithin = (column: 'day' | 'month', { from, until }: DaySpan): Sql[] => [
  ...(from ? [sql`${sql.ref(column)} >= ${from}::date`] : []),
  ...(until ? [sql`${sql.ref(column)} < ${until}::date`] : []),
];

/**
 * The smallest rollup that has the filters and one further dimension, by months where the filters are of no days.
 * PINs have no other dimension.
 */
export const rollupOf = (
  filters: ReportFilters,
  dimension: ReportFilterName,
): { name: string; column: 'day' | 'month' } | undefined => {
  const names = filterNamesSet(filters);
  const hasDays = names.some((name) => dateFilterNames.includes(name));
  const wanted = [...names.filter((name) => !dateFilterNames.includes(name)), dimension];
  const source = sources.find(({ serves }) => wanted.every((name) => serves.includes(name)));
  if (source?.months && !hasDays) return { name: source.months, column: 'month' };
  return source?.days ? { name: source.days, column: 'day' } : undefined;
};

const first = (by: 'month' | 'day', day: Sql): Sql =>
  by === 'month' ? sql`date_trunc('month', ${day})::date` : day;

/** Rows (period, n) of the matching counts in a span of days: by months where there is such a table, else by days. */
const countedRows = (
  source: Source,
  filters: ReportFilters,
  span: DaySpan,
  by: 'month' | 'day',
  within: readonly Sql[] = [],
) => {
  const { months, days } =
    source.months && by === 'month' ? periodsOf(span) : { days: [span], months: undefined };
  const { days: dayTable } = source;
  const rows = (table: string, column: 'day' | 'month', part: Part, of: DaySpan) => {
    const all = [
      ...rollupConditions(filters, part),
      ...daysWithin(column, of),
      ...within,
      sql`true`,
    ];
    const period = column === 'month' ? sql`month` : first(by, sql`day`);
    return sql`select ${period} as period, n from ${sql.table(table)} where ${sql.join(all, sql` and `)}`;
  };
  const parts = [
    ...(months && source.months ? [rows(source.months, 'month', 'rollup', months)] : []),
    ...(dayTable ? days.map((some) => rows(dayTable, 'day', 'rollup', some)) : []),
    rows('report_deltas', 'day', 'deltas', span),
  ];
  return sql`select period, sum(n)::integer as n from (${sql.join(parts, sql` union all `)}) as parts(period, n)
    group by period having sum(n) <> 0`;
};

/**
 * Statements that count the matching reports by month, and by day on the given days: rows
 * (period, n). Undefined where no rollup serves these filters; for areas valid only where
 * `haveRollupBorders` says so.
 */
export const periodCounts = (filters: ReportFilters) => {
  const source = sourceOf(filters);
  if (!source) return undefined;
  const span = spanOf(filters);
  return {
    months: countedRows(source, filters, span, 'month'),
    days: (within: readonly Sql[]) => countedRows(source, filters, span, 'day', within),
  };
};

/** How many matching reports a month or day has; its first day as YYYY-MM-DD. */
export interface PeriodCount {
  period: string;
  n: number;
}

const read = async (db: Reader, filters: ReportFilters, counted: Sql) => {
  const rows = await db
    .selectFrom(
      sql<PeriodCount & BucketWidths>`(
        select to_char(period, 'YYYY-MM-DD') as period, n, land_width, covered_width
        from rollup_state left join (${counted}) as counted on true)`.as('counts'),
    )
    .selectAll()
    .execute();
  const [state] = rows;
  if (!state || !haveRollupBorders(filters, state)) return undefined;
  return rows
    .filter(({ period }) => period !== null)
    .sort((one, other) => (one.period < other.period ? 1 : -1));
};

/**
 * Current reports that match the filters by month, newest first, exactly.
 * @returns undefined where no rollup serves these filters
 */
export const monthCounts = async (
  db: Reader,
  filters: ReportFilters,
): Promise<PeriodCount[] | undefined> => {
  const source = sourceOf(filters);
  return source && read(db, filters, countedRows(source, filters, spanOf(filters), 'month'));
};

/** The same by day, of the days in the span; n-grams of four characters have rollups by month only. */
export const dayCounts = async (
  db: Reader,
  filters: ReportFilters,
  span: DaySpan = {},
): Promise<PeriodCount[] | undefined> => {
  const source = sourceOf(filters);
  const days = inBoth(span, spanOf(filters));
  return source?.days ? read(db, filters, countedRows(source, filters, days, 'day')) : undefined;
};

/**
 * The dimension under which each value of a filter is counted; `detail` is the surveyor's name or the circle's
 * spelling.
 */
export interface ValueCount {
  kind: 'surveyor' | 'circle' | 'land' | 'resubmission' | 'floors' | 'review';
  value: string;
  detail: string;
  n: number;
}

/** All values of current reports, each with its number of reports. */
export const valueCounts = (db: Reader): Promise<ValueCount[]> =>
  db
    .selectFrom(
      sql<ValueCount>`(
        select kind, value, detail, sum(n)::integer as n from (
          select kind, value, detail, n from rollup_values
          union all ${sql.raw(countedChanges('rollup_values'))}
        ) as parts group by kind, value, detail having sum(n) <> 0)`.as('counts'),
    )
    .selectAll()
    .execute();

/**
 * SQL for the number of each user's current reports captured from one day to before another.
 * @param filters may name circles
 */
export const userCounts = (
  from: RawBuilder<Date>,
  until: RawBuilder<Date>,
  filters: Pick<ReportFilters, 'circle'> = {},
) => {
  const days = filters.circle ? sql`rollup_cell_days` : sql`rollup_user_days`;
  const rows = (table: Sql, part: Part) =>
    sql`select username, n from ${table} where ${sql.join(
      [sql`day >= ${from}`, sql`day < ${until}`, ...rollupConditions(filters, part)],
      sql` and `,
    )}`;
  return sql<{ username: string; reports: number }>`(
    select username, sum(n)::integer as reports from (
      ${rows(days, 'rollup')} union all ${rows(sql`report_deltas`, 'deltas')}
    ) as parts group by username having sum(n) <> 0)`;
};

/** Units and surveyed units of circles; circle_id 0 stands for units without circle or PIN. */
export const circleCounts = sql<{ circle_id: number; units: number; surveyed: number }>`(
  select circle_id, sum(units)::integer as units, sum(surveyed)::integer as surveyed from (
    select circle_id, units, surveyed from rollup_circles
    union all select circle_id, units, surveyed from (${sql.raw(circleChanges)}) as changes
  ) as parts group by circle_id)`;
