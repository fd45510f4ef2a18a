// Where the counts of cells come from: the kept tables of migration 0005 and the changes that are not folded
// yet, read in one statement so that the sum is exact (reports/kept-counts.ts).
import {
  circleKey,
  type MapColouring,
  mapAgeDays,
  type ReportFilterName,
  type ReportFilters,
} from '@survey/contract';
import { type RawBuilder, sql } from 'kysely';

/** Filters that the kept tables know; others are counted from the reports. */
const keptFilters: readonly ReportFilterName[] = [
  'date',
  'date_from',
  'date_to',
  'username',
  'name',
  'circle',
  'land',
  'resubmission',
];

/** Names of the filters that are set; an empty list is a filter not set. */
const setNames = (filters: ReportFilters): ReportFilterName[] =>
  (Object.keys(filters) as ReportFilterName[]).filter((name) => {
    const value = filters[name];
    return value !== undefined && (!Array.isArray(value) || value.length > 0);
  });

export const areKept = (filters: ReportFilters): boolean =>
  setNames(filters).every((name) => keptFilters.includes(name));

type Condition = RawBuilder<boolean>;

const isIn = (column: string, values: readonly string[] | undefined): Condition[] =>
  values && values.length > 0 ? [sql<boolean>`${sql.ref(column)} = any(${values}::text[])`] : [];

const conditionsOf = ({ username, name, circle, land, resubmission = [] }: ReportFilters) => [
  ...isIn('username', username),
  ...isIn('user_name', name),
  ...isIn('circle_key', circle?.map(circleKey)),
  ...isIn('land', land),
  ...(resubmission.length > 0
    ? [sql<boolean>`coalesce(resubmission::text, 'No') = any(${resubmission}::text[])`]
    : []),
];

const dayMs = 24 * 3600 * 1000;
const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
const monthOf = (day: string): string => `${day.slice(0, 8)}01`;
const nextMonth = (day: string): string => monthOf(daysAfter(monthOf(day), 31));

const latest = (...days: (string | undefined)[]) =>
  days
    .filter((day) => day !== undefined)
    .sort()
    .at(-1);
const earliest = (...days: (string | undefined)[]) =>
  days.filter((day) => day !== undefined).sort()[0];

/** First and last day that the filters let through. */
const daysOf = ({ date, date_from, date_to }: ReportFilters) => ({
  from: latest(date, date_from),
  to: earliest(date, date_to),
});

/**
 * The value that a colouring gives to a row with these columns.
 * @param day SQL for the row's day, where the source has one
 * @param today the operation's, YYYY-MM-DD
 */
export const colourValue = (
  colour: MapColouring,
  day: RawBuilder<unknown>,
  today: string,
): RawBuilder<string> => {
  if (colour === 'land') return sql<string>`land`;
  if (colour === 'username') return sql<string>`username`;
  if (colour === 'resubmission') return sql<string>`coalesce(resubmission::text, 'No')`;
  const since = (days: number) => sql.lit(daysAfter(today, 1 - days));
  return sql<string>`case when ${day} >= ${since(mapAgeDays.today)} then 'today'
    when ${day} >= ${since(mapAgeDays.week)} then 'week'
    when ${day} >= ${since(mapAgeDays.month)} then 'month' else 'older' end`;
};

const all = (conditions: readonly Condition[]) =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql<boolean>`true`;

interface Wanted {
  filters: ReportFilters;
  colour: MapColouring;
  today: string;
  /** Which cells, as a condition on `cell`. */
  place: Condition;
}

/**
 * Rows (cell, circle_key, value, n) that sum up to the current reports that match. Whole months come from the
 * months' table, the days before and after them from the days'.
 */
export const keptCells = ({ filters, colour, today, place }: Wanted): RawBuilder<unknown> => {
  const matching = [place, ...conditionsOf(filters)];
  const { from, to } = daysOf(filters);
  const day = sql`day`;
  const rows = (
    table: string,
    value: RawBuilder<string>,
    extra: readonly Condition[],
    sign: 1 | -1 = 1,
  ) => sql`select cell, circle_key, ${value} as value, n * ${sql.lit(sign)} as n
    from ${sql.table(table)} where ${all([...matching, ...extra])}`;
  const inDays = [
    ...(from ? [sql<boolean>`day >= ${from}::date`] : []),
    ...(to ? [sql<boolean>`day <= ${to}::date`] : []),
  ];
  const changes = rows('report_changes', colourValue(colour, day, today), [
    sql<boolean>`cell >= 0`,
    ...inDays,
  ]);
  const byDay = colourValue(colour, day, today);
  const older = colour === 'day' ? sql<string>`'older'` : byDay;
  const firstYoung = daysAfter(today, 1 - mapAgeDays.month);
  if (!from && !to) {
    if (colour !== 'day') return sql`${rows('kept_cells', byDay, [])} union all ${changes}`;
    const young = [sql<boolean>`day >= ${firstYoung}::date`];
    return sql`${rows('kept_cells', older, [])} union all ${rows('kept_cell_days', byDay, young)}
      union all ${rows('kept_cell_days', older, young, -1)} union all ${changes}`;
  }
  const firstMonth = from && (from === monthOf(from) ? from : nextMonth(from));
  const behind = earliest(
    to && monthOf(daysAfter(to, 1)),
    colour === 'day' ? monthOf(firstYoung) : undefined,
  );
  if (firstMonth && behind && firstMonth >= behind) {
    return sql`${rows('kept_cell_days', byDay, inDays)} union all ${changes}`;
  }
  const months = rows('kept_cell_months', older, [
    ...(firstMonth ? [sql<boolean>`month >= ${firstMonth}::date`] : []),
    ...(behind ? [sql<boolean>`month < ${behind}::date`] : []),
  ]);
  const before = firstMonth
    ? sql`union all ${rows('kept_cell_days', byDay, [...inDays, sql<boolean>`day < ${firstMonth}::date`])}`
    : sql``;
  const after = behind
    ? sql`union all ${rows('kept_cell_days', byDay, [...inDays, sql<boolean>`day >= ${behind}::date`])}`
    : sql``;
  return sql`${months} ${before} ${after} union all ${changes}`;
};
