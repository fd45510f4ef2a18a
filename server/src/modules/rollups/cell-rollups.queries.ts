// Counts of map cells: the rollup tables of migrations 0005 and 0009 and the deltas that are not applied yet, read in
// one statement so that the sum is exact (rollups.ts).
import {
  addDays,
  dateFilterNames,
  filterNamesSet,
  type MapColouring,
  mapAgeDays,
  monthOf,
  nextMonth,
  type ReportFilterName,
  type ReportFilters,
} from '@survey/contract';
import { type RawBuilder, sql } from 'kysely';
import {
  type BucketWidths,
  haveRollupBorders,
  type Part,
  rollupConditions,
} from './rollup-conditions.ts';

/** Filters that the rollups of places serve, in any combination; with others the reports are counted. */
const byLand: readonly ReportFilterName[] = ['land', 'resubmission'];
const byDates: readonly ReportFilterName[] = [...dateFilterNames, ...byLand];
const byWork: readonly ReportFilterName[] = [...byDates, 'username', 'name', 'circle'];
const byFacets: readonly ReportFilterName[] = [
  ...byLand,
  'floors',
  'basement',
  'land_area',
  'covered_area',
];

const areAmong = (filters: ReportFilters, known: readonly ReportFilterName[]): boolean =>
  filterNamesSet(filters).every((name) => known.includes(name));

const isOfLand = (colour: Colouring): boolean => colour === 'land' || colour === 'resubmission';

/**
 * Whether the rollups by surveyor, circle and land type can answer. No rollup of cells has review states or flags (ADR
 * 88).
 */
export const areOfWork = ({ filters, colour }: Pick<Wanted, 'filters' | 'colour'>): boolean =>
  colour !== 'review' && colour !== 'flag' && areAmong(filters, byWork);

/** Whether the rollups of facets serve, while the buckets have this width. */
export const areOfFacets = (
  { filters, colour }: Pick<Wanted, 'filters' | 'colour'>,
  widths: BucketWidths,
): boolean => areAmong(filters, byFacets) && isOfLand(colour) && haveRollupBorders(filters, widths);

type Condition = RawBuilder<unknown>;

const latest = (...days: (string | undefined)[]) =>
  days
    .filter((day) => day !== undefined)
    .sort()
    .at(-1);
const earliest = (...days: (string | undefined)[]) =>
  days.filter((day) => day !== undefined).sort()[0];

/** First and last day that the filters allow. */
const daysOf = ({ date, date_from, date_to }: ReportFilters) => ({
  from: latest(date, date_from),
  to: earliest(date, date_to),
});

/** The map's own columns, and by circle where circles are filtered. */
export type Colouring = MapColouring | 'circle';

/**
 * The colour value of a row with these columns.
 * @param day SQL for the row's day, where the source has one
 * @param today the operation's, YYYY-MM-DD
 */
export const colourValue = (
  colour: Colouring,
  day: RawBuilder<unknown>,
  today: string,
): RawBuilder<string> => {
  if (colour === 'land') return sql<string>`land`;
  if (colour === 'username') return sql<string>`username`;
  if (colour === 'circle') return sql<string>`circle_key`;
  if (colour === 'resubmission') return sql<string>`coalesce(resubmission::text, 'No')`;
  if (colour === 'review') {
    return sql<string>`case when resubmission = 1 then 'sent_back' else coalesce(review, 'new') end`;
  }
  if (colour === 'flag') {
    return sql<string>`case (select max(severity) from flags
        where flags.report_id = reports.id and dismissed_at is null)
      when 3 then 'critical' when 2 then 'warning' when 1 then 'hint' else 'none' end`;
  }
  const since = (days: number) => sql.lit(addDays(today, 1 - days));
  return sql<string>`case when ${day} >= ${since(mapAgeDays.today)} then 'today'
    when ${day} >= ${since(mapAgeDays.week)} then 'week'
    when ${day} >= ${since(mapAgeDays.month)} then 'month' else 'older' end`;
};

const older = sql<string>`'older'`;
const firstYoung = (today: string): string => addDays(today, 1 - mapAgeDays.month);

const all = (conditions: readonly Condition[]) =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql<boolean>`true`;

interface Wanted {
  filters: ReportFilters;
  colour: Colouring;
  today: string;
  /** Which cells, as a condition on `cell`. */
  place: Condition;
}

const rowsOf = (table: string, value: RawBuilder<string>, where: readonly Condition[], sign = 1) =>
  sql`select cell, ${value} as value, n * ${sql.lit(sign)} as n
    from ${sql.table(table)} where ${all(where)}`;

const isPlaced = sql<boolean>`cell >= 0`;

/** Tables with the same columns, one by day and one by whole months. */
const byCell = { days: 'rollup_cell_days', months: 'rollup_cell_months' };
const byRegion = { days: 'rollup_region_days', months: 'rollup_region_months' };

/** Days that are added to whole months, or subtracted from them (-1). */
interface Edge {
  sign: 1 | -1;
  conditions: Condition[];
}

/** Whole months, and the days that are added before and after them, or subtracted, whichever are fewer. */
const monthsAndEdges = ({ from, to }: ReturnType<typeof daysOf>) => {
  const edges: Edge[] = [];
  const edge = (sign: 1 | -1, since: string, behind: string) =>
    since < behind &&
    edges.push({
      sign,
      conditions: [sql<boolean>`day >= ${since}::date`, sql<boolean>`day < ${behind}::date`],
    });
  const isEarly = (day: string) => Number(day.slice(8)) <= 15;
  let months: Condition[] = [];
  if (from) {
    const first = isEarly(from) ? monthOf(from) : nextMonth(from);
    edge(1, from, first);
    edge(-1, first, from);
    months = [sql<boolean>`month >= ${first}::date`];
  }
  if (to) {
    const behind = addDays(to, 1);
    const end = isEarly(to) ? monthOf(to) : nextMonth(to);
    edge(1, end, behind);
    edge(-1, behind, end);
    months = [...months, sql<boolean>`month < ${end}::date`];
  }
  return { months, edges };
};

const shortDays = 20;

const within = ({ from, to }: ReturnType<typeof daysOf>): Condition[] => [
  ...(from ? [sql<boolean>`day >= ${from}::date`] : []),
  ...(to ? [sql<boolean>`day <= ${to}::date`] : []),
];

/** Rollup rows of some days, by whole months where possible. */
const ofDays = (
  days: ReturnType<typeof daysOf>,
  value: RawBuilder<string>,
  matching: readonly Condition[],
  tables: typeof byCell,
) => {
  const { from, to } = days;
  if (from && to && to < addDays(from, shortDays)) {
    return [rowsOf(tables.days, value, [...matching, ...within(days)])];
  }
  const { months, edges } = monthsAndEdges(days);
  return [
    rowsOf(tables.months, value, [...matching, ...months]),
    ...edges.map(({ sign, conditions }) =>
      rowsOf(tables.days, value, [...matching, ...conditions], sign),
    ),
  ];
};

/** Rows (cell, value, n) whose sums are the current matching reports of the given days. */
const betweenDays = ({ filters, colour, today, place }: Wanted, tables: typeof byCell) => {
  const matching = [place, ...rollupConditions(filters, 'rollup')];
  const days = daysOf(filters);
  const byDay = colourValue(colour, sql`day`, today);
  const changes = rowsOf('report_deltas', byDay, [...matching, isPlaced, ...within(days)]);
  if (colour !== 'day') return [...ofDays(days, byDay, matching, tables), changes];
  const young = firstYoung(today);
  const old = { ...days, to: earliest(days.to, addDays(young, -1)) };
  const recent = { ...days, from: latest(days.from, young) };
  return [
    ...ofDays(old, older, matching, tables),
    rowsOf(tables.days, byDay, [...matching, ...within(recent)]),
    changes,
  ];
};

const ofAllTime = ({ filters, colour, today, place }: Wanted) => {
  const matching = [place, ...rollupConditions(filters, 'rollup')];
  const byDay = colourValue(colour, sql`day`, today);
  const changes = rowsOf('report_deltas', byDay, [...matching, isPlaced]);
  if (colour !== 'day') {
    const isByLand = areAmong(filters, byLand) && isOfLand(colour);
    return [rowsOf(isByLand ? 'rollup_cell_lands' : 'rollup_cells', byDay, matching), changes];
  }
  const young = [...matching, sql<boolean>`day >= ${firstYoung(today)}::date`];
  return [
    rowsOf('rollup_cells', older, matching),
    rowsOf(byCell.days, byDay, young),
    rowsOf(byCell.days, older, young, -1),
    changes,
  ];
};

const together = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union all `);

const hasDays = (filters: ReportFilters): boolean => {
  const { from, to } = daysOf(filters);
  return from !== undefined || to !== undefined;
};

/** Rows (cell, value, n) of the cells whose sums are the current matching reports, where areOfWork. */
export const rollupCells = (wanted: Wanted): RawBuilder<unknown> =>
  together(hasDays(wanted.filters) ? betweenDays(wanted, byCell) : ofAllTime(wanted));

/**
 * The same of the whole world.
 * @param isLarge for large areas, where cells may stand for those around them
 */
export const worldCells = (
  question: Omit<Wanted, 'place'>,
  isLarge: boolean,
): RawBuilder<unknown> => {
  const wanted = { ...question, place: isPlaced };
  const { filters, colour } = wanted;
  const isByRegion =
    isLarge && hasDays(filters) && areAmong(filters, byDates) && colour !== 'username';
  return isByRegion ? together(betweenDays(wanted, byRegion)) : rollupCells(wanted);
};

/**
 * The same where areOfFacets.
 * @param isLarge for large areas, where cells may stand for those around them
 */
export const facetCells = (
  { filters, colour, today }: Omit<Wanted, 'place'>,
  isLarge: boolean,
): RawBuilder<unknown> => {
  const value = colourValue(colour, sql`day`, today);
  const rows = (table: string, part: Part) =>
    rowsOf(table, value, [isPlaced, ...rollupConditions(filters, part)]);
  const table = isLarge ? 'rollup_region_facets' : 'rollup_cell_facets';
  return together([rows(table, 'rollup'), rows('report_deltas', 'deltas')]);
};
