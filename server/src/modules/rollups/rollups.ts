// Kept counts: how many current reports there are by day, surveyor, circle and so on, without counting rows.
//
//   reports ──triggers──▶ report_deltas ──fold──▶ kept tables
//
// 1. Whatever changes `reports` writes rows into `report_deltas`, +1 or -1 with the values concerned, by
//    triggers in the same transaction (migration 0002). Nobody waits for anybody: these rows are new ones.
// 2. Any server folds them into the kept tables every few seconds (kept-counts.commands.ts), one at a time.
// 3. Whoever reads adds what is folded and what is not, in ONE statement, so that both are of one instant and
//    the sum is exact at any time (kept-counts.queries.ts).
//
// A kept table has one column per dimension and `n`. To keep another: create it in a migration with a unique
// index (nulls not distinct) over its dimensions, and declare it in `rollupTables`. Fold, rebuild and check
// follow. A new kept table in an existing database: `update rollup_state set is_whole = false` in the
// migration, and the next start rebuilds.

/** A kept table: where its dimensions come from. */
export interface RollupTable {
  name: string;
  /** Column of the kept table to SQL over a change `c` (a row of report_deltas) and the state `s`. */
  dimensions: Readonly<Record<string, string>>;
  /** Further sources in FROM, where one change counts in several rows. */
  from?: string;
  /** What takes the source's place in FROM, with columns of its own. */
  parts?: (source: string) => string;
  /** What a rebuild adds up instead of all reports: a kept table earlier in the list, or a SELECT. */
  sumOf?: string;
  /** Made again when the areas' buckets get other borders. */
  hasBuckets?: true;
}

const month = `date_trunc('month', c.day)::date`;

const work = {
  username: 'c.username',
  user_name: 'c.user_name',
  circle_key: 'c.circle_key',
  land: 'c.land',
  resubmission: 'c.resubmission',
};

/** The upper border of an area's bucket; 0 belongs to the first. */
const upto = (column: 'land' | 'covered') =>
  `case when c.${column}_area is not null
    then greatest(1, ceil(c.${column}_area / s.${column}_width)) * s.${column}_width end`;

const facets = {
  land: 'c.land',
  resubmission: 'c.resubmission',
  floors_num: 'c.floors_num',
  basement: 'c.basement',
  land_upto: upto('land'),
  covered_upto: upto('covered'),
};

/**
 * Parts of a pin by their lengths, in lower case; one that comes again counts once. Pins are made lower case
 * before (OFFSET 0): for each part that would be most of the work.
 */
const ngrams = (shortest: number, longest: number) => {
  const lengths = longest - shortest + 1;
  return (source: string) => `(
  select pins.day, part.ngram, pins.n
  from (select day, lower(pin) as pin, n from ${source} offset 0) as pins
  cross join lateral (
    select substr(pins.pin, start, size) as ngram
    from (select 1 + (at - 1) / ${lengths} as start, ${shortest} + (at - 1) % ${lengths} as size
      from generate_series(1, ${lengths} * length(pins.pin)) as at) as place
    where start + size - 1 <= length(pins.pin)
      and (start = 1 or strpos(pins.pin, substr(pins.pin, start, size)) = start)) as part)`;
};

/** Kept facets as if they were changes: buckets are made again from their own borders. */
const asChanges = (table: string) =>
  `(select *, land_upto as land_area, covered_upto as covered_area from ${table})`;
const facetDays = asChanges('rollup_facet_days');

/** The tile of the map at zoom 12 by one of its cells at zoom 14, or -1 without a position. */
const region = `case when c.cell >= 0 then c.cell & ~(3 * 16384 + 3) | (2 * 16384 + 2) else -1 end`;

/** What each value of a filter is counted under in `rollup_values`. */
const values = `cross join lateral (values
  ('surveyor', c.username, c.user_name),
  ('circle', c.circle_key, c.circle),
  ('land', c.land, ''),
  ('resubmission', coalesce(c.resubmission::text, 'No'), ''),
  ('floors', coalesce(c.floors_num::text, ''), '')) as v(kind, value, detail)`;

export const rollupTables: readonly RollupTable[] = [
  {
    name: 'rollup_values',
    dimensions: { kind: 'v.kind', value: 'v.value', detail: 'v.detail' },
    from: values,
    sumOf: `(select username, user_name, circle_key, circle, land, resubmission, floors_num, sum(n) as n
      from report_counted group by 1, 2, 3, 4, 5, 6, 7)`,
  },
  // Who worked where. A surveyor works in one place a day, so this is a few rows for each of their days.
  {
    name: 'rollup_cell_days',
    dimensions: { day: 'c.day', cell: 'coalesce(c.cell, -1)', ...work },
  },
  {
    name: 'rollup_cell_months',
    dimensions: { month, cell: 'coalesce(c.cell, -1)', ...work },
    sumOf: 'rollup_cell_days',
  },
  {
    name: 'rollup_cells',
    dimensions: { cell: 'coalesce(c.cell, -1)', ...work },
    sumOf: '(select month as day, * from rollup_cell_months)',
  },
  {
    name: 'rollup_work_months',
    dimensions: { month, ...work },
    sumOf: '(select month as day, * from rollup_cell_months)',
  },
  {
    name: 'rollup_user_days',
    dimensions: { day: 'c.day', username: 'c.username' },
    sumOf: 'rollup_cell_days',
  },
  { name: 'rollup_facet_days', dimensions: { day: 'c.day', ...facets }, hasBuckets: true },
  {
    name: 'rollup_facet_months',
    dimensions: { month, ...facets },
    hasBuckets: true,
    sumOf: facetDays,
  },
  {
    name: 'rollup_days',
    dimensions: { day: 'c.day', land: 'c.land', resubmission: 'c.resubmission' },
    sumOf: 'rollup_facet_days',
  },
  {
    name: 'rollup_months',
    dimensions: { month, land: 'c.land', resubmission: 'c.resubmission' },
    sumOf: 'rollup_days',
  },
  {
    name: 'rollup_floor_days',
    dimensions: { floors_num: 'c.floors_num', basement: 'c.basement', day: 'c.day' },
    sumOf: 'rollup_facet_days',
  },
  {
    name: 'rollup_floor_months',
    dimensions: { floors_num: 'c.floors_num', basement: 'c.basement', month },
    sumOf: 'rollup_floor_days',
  },
  {
    name: 'rollup_land_area_days',
    dimensions: { land_upto: upto('land'), day: 'c.day' },
    hasBuckets: true,
    sumOf: facetDays,
  },
  {
    name: 'rollup_land_area_months',
    dimensions: { land_upto: upto('land'), month },
    hasBuckets: true,
    sumOf: facetDays,
  },
  {
    name: 'rollup_covered_area_days',
    dimensions: { covered_upto: upto('covered'), day: 'c.day' },
    hasBuckets: true,
    sumOf: facetDays,
  },
  {
    name: 'rollup_covered_area_months',
    dimensions: { covered_upto: upto('covered'), month },
    hasBuckets: true,
    sumOf: facetDays,
  },
  {
    name: 'rollup_list_days',
    dimensions: { was_unassigned: 'c.was_unassigned', day: 'c.day' },
  },
  {
    name: 'rollup_cell_lands',
    dimensions: {
      cell: 'coalesce(c.cell, -1)',
      land: 'c.land',
      resubmission: 'c.resubmission',
    },
    sumOf: 'rollup_cells',
  },
  {
    name: 'rollup_region_days',
    dimensions: { day: 'c.day', cell: region, land: 'c.land', resubmission: 'c.resubmission' },
    sumOf: 'rollup_cell_days',
  },
  {
    name: 'rollup_region_months',
    dimensions: { month, cell: region, land: 'c.land', resubmission: 'c.resubmission' },
    sumOf: 'rollup_region_days',
  },
  {
    name: 'rollup_cell_facets',
    dimensions: { cell: 'coalesce(c.cell, -1)', ...facets },
    hasBuckets: true,
  },
  {
    name: 'rollup_region_facets',
    dimensions: { cell: region, ...facets },
    hasBuckets: true,
    sumOf: asChanges('rollup_cell_facets'),
  },
  { name: 'rollup_pins', dimensions: { pin: 'c.pin' } },
  {
    name: 'rollup_pin_ngrams',
    dimensions: { ngram: 'c.ngram', day: 'c.day' },
    parts: ngrams(1, 3),
  },
  { name: 'rollup_pin_months', dimensions: { ngram: 'c.ngram', month }, parts: ngrams(4, 4) },
];

/** A kept table's rows counted from a source of changes. */
export const countedRows = (
  { dimensions, from = '', parts }: RollupTable,
  source: string,
): string => `
  select ${Object.entries(dimensions)
    .map(([column, expression]) => `${expression} as ${column}`)
    .join(', ')}, sum(c.n)::integer as n
  from ${parts ? parts(source) : source} as c cross join rollup_state as s ${from}
  group by ${Object.keys(dimensions)
    .map((_, index) => index + 1)
    .join(', ')}
  having sum(c.n) <> 0`;

/**
 * Units and surveyed units of circles. A unit is surveyed while its pin has a current report; what it was
 * before the changes follows from what is now and the changes, so nothing is kept for each unit.
 */
export const circleChanges = `
  with changed as (
    select circle_id, pin, sum(units)::integer as units, sum(reports)::integer as reports from (
      select circle_id, pin, n as units, 0 as reports from unit_deltas
      union all
      select circles.id, c.pin, 0, c.n from report_deltas as c
      join circles on circles.key = c.circle_key
    ) as both_sides group by circle_id, pin
    having sum(units) <> 0 or sum(reports) <> 0
  ), seen as (
    select changed.*,
      (select count(*) from units
        where units.circle_id = changed.circle_id and units.pin = changed.pin) as units_now,
      (select count(*) from reports join circles on circles.key = reports.circle_key
        where circles.id = changed.circle_id and reports.pin = changed.pin
          and reports.replaced_by is null) as reports_now
    from changed
  )
  select circle_id, sum(units)::integer as units,
    sum((units_now > 0 and reports_now > 0)::int
      - (units_now - units > 0 and reports_now - reports > 0)::int)::integer as surveyed
  from seen group by circle_id`;

/** Units and surveyed units of every circle, counted; circle_id 0 for units without circle or pin. */
export const countedCircles = `
  select coalesce(units.circle_id, 0) as circle_id, count(*)::integer as units,
    count(surveyed.pin)::integer as surveyed
  from units left join circles on circles.id = units.circle_id
  left join (select distinct circle_key, pin from reports where replaced_by is null) as surveyed
    on surveyed.circle_key = circles.key and surveyed.pin = units.pin
  group by 1`;
