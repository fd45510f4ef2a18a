// Rollups: how many current reports there are by day, surveyor, circle and so on, without counting rows.
//   reports ──triggers──▶ report_deltas ──apply──▶ rollup tables
// 1. Triggers write every change of `reports` as rows of `report_deltas`, +1 or -1 with the values concerned,
//    in the same transaction (migration 0002). Writers never wait for each other, because the rows are new.
// 2. Any server applies the deltas to the rollup tables every few seconds (rollups.commands.ts), one at a time.
// 3. Readers add rollups and deltas not applied yet in ONE statement, so that both are of one snapshot and
//    the sum is exact at any time (rollups.queries.ts).
// A rollup table has one column per dimension and `n`. To add one: create it in a migration with a unique
// index (nulls not distinct) over its dimensions, and declare it in `rollupTables`. Applying, rebuilding and
// checking follow. For existing databases: `update rollup_state set is_whole = false` in the
// migration, and the next start rebuilds.

/** A rollup table and the source of its dimensions. */
export interface RollupTable {
  name: string;
  /** Column of the rollup table to SQL over a delta `c` (a row of report_deltas) and the state `s`. */
  dimensions: Readonly<Record<string, string>>;
  /** Further sources in FROM, where one delta counts in several rows. */
  from?: string;
  /** Replaces the source in FROM, with columns of its own. */
  parts?: (source: string) => string;
  /** What a rebuild sums instead of all reports: a rollup table earlier in the list, or a SELECT. */
  sumOf?: string;
  /** Rebuilt when the borders of the areas' buckets change. */
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

/** Whose reports, and of what, in a state of review. */
const reviewed = {
  username: 'c.username',
  user_name: 'c.user_name',
  circle_key: 'c.circle_key',
  land: 'c.land',
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
 * N-grams of a PIN by their lengths, in lower case; repeated ones count once. PINs are lower-cased
 * first (OFFSET 0): for each n-gram that would be most of the work.
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

/** Facet rows as if they were deltas: buckets are computed again from their own borders. */
const asChanges = (table: string) =>
  `(select *, land_upto as land_area, covered_upto as covered_area from ${table})`;
const facetDays = asChanges('rollup_facet_days');

/** The map tile at zoom 12 of a cell at zoom 14, or -1 without a position. */
const region = `case when c.cell >= 0 then c.cell & ~(3 * 16384 + 3) | (2 * 16384 + 2) else -1 end`;

/** The values that `rollup_values` counts for each filter. */
const values = `cross join lateral (values
  ('surveyor', c.username, c.user_name),
  ('circle', c.circle_key, c.circle),
  ('land', c.land, ''),
  ('resubmission', coalesce(c.resubmission::text, 'No'), ''),
  ('floors', coalesce(c.floors_num::text, ''), ''),
  ('review', c.review, '')) as v(kind, value, detail)`;

export const rollupTables: readonly RollupTable[] = [
  {
    name: 'rollup_values',
    dimensions: { kind: 'v.kind', value: 'v.value', detail: 'v.detail' },
    from: values,
    sumOf: `(select username, user_name, circle_key, circle, land, resubmission, floors_num, review, sum(n) as n
      from report_counted group by 1, 2, 3, 4, 5, 6, 7, 8)`,
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
    name: 'rollup_mark_days',
    dimensions: {
      was_unassigned: 'c.was_unassigned',
      is_second: 'c.is_second',
      has_photo: 'c.has_photo',
      has_place: 'c.cell is not null',
      day: 'c.day',
    },
  },
  {
    name: 'rollup_review_days',
    dimensions: { review: 'c.review', day: 'c.day', ...reviewed },
  },
  {
    name: 'rollup_review_months',
    dimensions: { review: 'c.review', month, ...reviewed },
    sumOf: 'rollup_review_days',
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

/** Rows of a rollup table counted from a source of deltas. */
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
 * Units and surveyed units of circles. A unit is surveyed while its pin has a current report. The earlier state
 * follows from the present one and the deltas, so nothing is stored for each unit.
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

/** Counts units and surveyed units of every circle; circle_id 0 for units without circle or PIN. */
export const countedCircles = `
  select coalesce(units.circle_id, 0) as circle_id, count(*)::integer as units,
    count(surveyed.pin)::integer as surveyed
  from units left join circles on circles.id = units.circle_id
  left join (select distinct circle_key, pin from reports where replaced_by is null) as surveyed
    on surveyed.circle_key = circles.key and surveyed.pin = units.pin
  group by 1`;
