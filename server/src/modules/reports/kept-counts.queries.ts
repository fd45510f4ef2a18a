// Reads kept counts (kept-counts.ts). Each answer comes from one statement that adds what is folded and what
// is not, so that both are of one instant.
import { type AreaRange, circleKey, type ReportFilters } from '@survey/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { countedRows as changesOf, circleChanges, keptTables } from './kept-counts.ts';
import { type DaySpan, inBoth, periodsOf, spanOf } from './kept-periods.ts';
import { containing, likeOperator, namesSet } from './report-filters.ts';

const countedChanges = (name: string): string => {
  const table = keptTables.find((kept) => kept.name === name);
  return table ? changesOf(table, 'report_changes') : '';
};

type FilterName = keyof ReportFilters;
type Sql = RawBuilder<unknown>;

/** Kept tables of the same dimensions, and the filters that they serve besides dates. */
interface Source {
  serves: readonly FilterName[];
  days?: string;
  months?: string;
}

/** The first that serves all filters is asked: the shortest ones first. */
const sources: readonly Source[] = [
  { serves: ['land', 'resubmission'], days: 'kept_days', months: 'kept_months' },
  {
    serves: ['username', 'name', 'circle', 'land', 'resubmission'],
    days: 'kept_cell_days',
    months: 'kept_work_months',
  },
  { serves: ['floors', 'basement'], days: 'kept_floor_days', months: 'kept_floor_months' },
  { serves: ['land_area'], days: 'kept_land_area_days', months: 'kept_land_area_months' },
  {
    serves: ['covered_area'],
    days: 'kept_covered_area_days',
    months: 'kept_covered_area_months',
  },
  {
    serves: ['land', 'resubmission', 'floors', 'basement', 'land_area', 'covered_area'],
    days: 'kept_trait_days',
    months: 'kept_trait_months',
  },
  { serves: ['pin'], days: 'kept_pin_grams' },
];

/** Parts of pins of four characters, of all time. */
const partMonths: Source = { serves: ['pin'], months: 'kept_pin_months' };

const dateNames: readonly FilterName[] = ['date', 'date_from', 'date_to'];

/** Pins are kept by their parts; several values may match the same pin. */
const lengthOfPart = (pins: readonly string[] | undefined): number => {
  if (!pins?.length) return 0;
  return pins.length === 1 ? [...(pins[0] as string)].length : Number.POSITIVE_INFINITY;
};

const sourceOf = (filters: ReportFilters): Source | undefined => {
  const names = namesSet(filters);
  const others = names.filter((name) => !dateNames.includes(name));
  const length = lengthOfPart(filters.pin);
  if (length === 4) return names.length === 1 ? partMonths : undefined;
  if (length > 4) return undefined;
  return sources.find(({ serves }) => others.every((name) => serves.includes(name)));
};

/** Longer lists are one value to the planner, which takes them for ten. */
const countedUpTo = 8;

/**
 * One value by `=`; more in lists of 2, 4 or 8, the last one repeated, so that texts stay few and the planner
 * knows how many there are. It looks into none of them: its plan for all values would seem worse to it than
 * one for each, which takes longer to make than to run.
 */
const any = (column: string, values: readonly unknown[], type: string) => {
  const [name, of] = [sql.ref(column), sql.raw(type)];
  if (values.length === 1) return sql`${name} = ${values[0]}::${of}`;
  if (values.length > countedUpTo) return sql`${name} = any((select ${values}::${of}[])::${of}[])`;
  const length = 2 ** Math.ceil(Math.log2(values.length));
  const listed = Array.from({ length }, (_, at) => values[at] ?? values.at(-1));
  return sql`${name} = any(array[${sql.join(listed)}]::${of}[])`;
};

const or = (parts: readonly Sql[]) => sql`(${sql.join(parts, sql` or `)})`;

type Part = 'kept' | 'changes';

/** Ranges with the borders of buckets; in changes any with whole borders. */
const inRanges = (column: 'land' | 'covered', ranges: readonly AreaRange[], part: Part) =>
  or(
    ranges.map(({ min, max }) => {
      const area = sql.ref(part === 'kept' ? `${column}_upto` : `${column}_area`);
      return sql`(${area} ${sql.raw(min === 0 ? '>=' : '>')} ${min} and ${area} <= ${max})`;
    }),
  );

const conditions: {
  [F in FilterName]?: (value: Exclude<ReportFilters[F], undefined>, part: Part) => Sql;
} = {
  username: (names) => any('username', names, 'text'),
  name: (names) => any('user_name', names, 'text'),
  circle: (circles) => any('circle_key', circles.map(circleKey), 'text'),
  land: (lands) => any('land', lands, 'text'),
  resubmission: (labels) =>
    sql`coalesce(resubmission, 2) = any(${labels.map((label) => (label === 'No' ? 2 : Number(label)))}::int[])`,
  floors: (floors) => any('floors_num', floors, 'int'),
  basement: (values) => any('basement', values, 'boolean'),
  land_area: (ranges, part) => inRanges('land', ranges, part),
  covered_area: (ranges, part) => inRanges('covered', ranges, part),
  pin: ([text = ''], part) =>
    part === 'kept'
      ? sql`gram = lower(${text})`
      : sql`pin ${sql.raw(likeOperator(text))} ${containing(text)}`,
};

const conditionsOf = (filters: ReportFilters, part: Part): Sql[] =>
  namesSet(filters).flatMap((name) => {
    const condition = conditions[name] as ((value: unknown, part: Part) => Sql) | undefined;
    return condition ? [condition(filters[name], part)] : [];
  });

const isWithin = (column: 'day' | 'month', { from, until }: DaySpan): Sql[] => [
  ...(from ? [sql`${sql.ref(column)} >= ${from}::date`] : []),
  ...(until ? [sql`${sql.ref(column)} < ${until}::date`] : []),
];

const first = (by: 'month' | 'day', day: Sql): Sql =>
  by === 'month' ? sql`date_trunc('month', ${day})::date` : day;

/** Rows (period, n) of the matching counts in a span of days: by months where those are kept, or by days. */
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
    const all = [...conditionsOf(filters, part), ...isWithin(column, of), ...within, sql`true`];
    const period = column === 'month' ? sql`month` : first(by, sql`day`);
    return sql`select ${period} as period, n from ${sql.table(table)} where ${sql.join(all, sql` and `)}`;
  };
  const parts = [
    ...(months && source.months ? [rows(source.months, 'month', 'kept', months)] : []),
    ...(dayTable ? days.map((some) => rows(dayTable, 'day', 'kept', some)) : []),
    rows('report_changes', 'day', 'changes', span),
  ];
  return sql`select period, sum(n)::integer as n from (${sql.join(parts, sql` union all `)}) as parts(period, n)
    group by period having sum(n) <> 0`;
};

/** Whether ranges of areas have borders that are kept, given the width of the buckets. */
const areKept = (ranges: readonly AreaRange[] | undefined, width: number): boolean =>
  (ranges ?? []).every(({ min, max }) => min % width === 0 && max % width === 0);

/**
 * Statements that count the matching reports by month, and by day on days of which more is asked: rows
 * (period, n). Undefined where no kept counts serve these filters by themselves, whatever widths the areas'
 * buckets have.
 */
export const periodCounts = (filters: ReportFilters) => {
  const source = sourceOf(filters);
  if (
    !source ||
    namesSet(filters).some((name) => name === 'land_area' || name === 'covered_area')
  ) {
    return undefined;
  }
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
      sql<{ period: string; n: number; land_width: number; covered_width: number }>`(
        select to_char(period, 'YYYY-MM-DD') as period, n, land_width, covered_width
        from kept_state left join (${counted}) as counted on true)`.as('counts'),
    )
    .selectAll()
    .execute();
  const [state] = rows;
  const isKept =
    state &&
    areKept(filters.land_area, state.land_width) &&
    areKept(filters.covered_area, state.covered_width);
  if (!isKept) return undefined;
  return rows
    .filter(({ period }) => period !== null)
    .sort((one, other) => (one.period < other.period ? 1 : -1));
};

/**
 * Current reports that match the filters by month, newest first, exactly.
 * @returns undefined where no kept counts serve these filters
 */
export const monthCounts = async (
  db: Reader,
  filters: ReportFilters,
): Promise<PeriodCount[] | undefined> => {
  const source = sourceOf(filters);
  return source && read(db, filters, countedRows(source, filters, spanOf(filters), 'month'));
};

/** The same by day, of those days alone that are in the span; parts of four characters are kept by month alone. */
export const dayCounts = async (
  db: Reader,
  filters: ReportFilters,
  span: DaySpan = {},
): Promise<PeriodCount[] | undefined> => {
  const source = sourceOf(filters);
  const days = inBoth(span, spanOf(filters));
  return source?.days ? read(db, filters, countedRows(source, filters, days, 'day')) : undefined;
};

/** What each value of a filter is counted under; `detail` is the surveyor's name or the circle's spelling. */
export interface ValueCount {
  kind: 'surveyor' | 'circle' | 'land' | 'resubmission' | 'floors';
  value: string;
  detail: string;
  n: number;
}

/** All values that current reports have, each with its number of reports. */
export const valueCounts = (db: Reader): Promise<ValueCount[]> =>
  db
    .selectFrom(
      sql<ValueCount>`(
        select kind, value, detail, sum(n)::integer as n from (
          select kind, value, detail, n from kept_values
          union all ${sql.raw(countedChanges('kept_values'))}
        ) as parts group by kind, value, detail having sum(n) <> 0)`.as('counts'),
    )
    .selectAll()
    .execute();

/** Current reports of each user captured from one day to before another (SQL). */
export const userCounts = (from: RawBuilder<Date>, until: RawBuilder<Date>) =>
  sql<{ username: string; reports: number }>`(
    select username, sum(n)::integer as reports from (
      select username, n from kept_user_days where day >= ${from} and day < ${until}
      union all select username, n from report_changes where day >= ${from} and day < ${until}
    ) as parts group by username having sum(n) <> 0)`;

/** Units and surveyed units of circles; circle_id 0 stands for units without circle or pin. */
export const circleCounts = sql<{ circle_id: number; units: number; surveyed: number }>`(
  select circle_id, sum(units)::integer as units, sum(surveyed)::integer as surveyed from (
    select circle_id, units, surveyed from kept_circles
    union all select circle_id, units, surveyed from (${sql.raw(circleChanges)}) as changes
  ) as parts group by circle_id)`;
