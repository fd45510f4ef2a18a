// Kept counts: how many current reports there are by day, surveyor, circle and so on, without counting rows.
//
//   reports ──triggers──▶ report_changes ──fold──▶ kept tables
//
// 1. Whatever changes `reports` writes rows into `report_changes`, +1 or -1 with the values concerned, by
//    triggers in the same transaction (migration 0002). Nobody waits for anybody: these rows are new ones.
// 2. Any server folds them into the kept tables every few seconds (kept-counts.commands.ts), one at a time.
// 3. Whoever reads adds what is folded and what is not, in ONE statement, so that both are of one instant and
//    the sum is exact at any time (kept-counts.queries.ts).
//
// A kept table has one column per dimension and `n`. To keep another: create it in a migration with a unique
// index (nulls not distinct) over its dimensions, and declare it in `keptTables`. Fold, rebuild and check
// follow. A new kept table in an existing database: `update kept_state set is_whole = false` in the
// migration, and the next start rebuilds.

/** A kept table: where its dimensions come from. */
export interface KeptTable {
  name: string;
  /** Column of the kept table to SQL over a change `c` (a row of report_changes) and the state `s`. */
  dimensions: Readonly<Record<string, string>>;
  /** Further sources in FROM, where one change counts in several rows or in some only. */
  from?: string;
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

const traits = {
  land: 'c.land',
  resubmission: 'c.resubmission',
  floors_num: 'c.floors_num',
  basement: 'c.basement',
  land_upto: upto('land'),
  covered_upto: upto('covered'),
};

const placed = 'join (values (1)) as placed(here) on c.cell is not null';

/** Parts of a pin, of one to three characters in lower case; one that comes again counts once. */
const grams = `cross join lateral generate_series(1, length(c.pin)) as place(start)
  join (values (1), (2), (3)) as gram(size) on place.start + gram.size - 1 <= length(c.pin)
    and strpos(lower(c.pin), substr(lower(c.pin), place.start, gram.size)) = place.start`;

/** What each value of a filter is counted under in `kept_values`. */
const values = `cross join lateral (values
  ('surveyor', c.username, c.user_name),
  ('circle', c.circle_key, c.circle),
  ('land', c.land, ''),
  ('resubmission', coalesce(c.resubmission::text, 'No'), ''),
  ('floors', coalesce(c.floors_num::text, ''), '')) as v(kind, value, detail)`;

export const keptTables: readonly KeptTable[] = [
  {
    name: 'kept_values',
    dimensions: { kind: 'v.kind', value: 'v.value', detail: 'v.detail' },
    from: values,
    sumOf: `(select username, user_name, circle_key, circle, land, resubmission, floors_num, sum(n) as n
      from report_counted group by 1, 2, 3, 4, 5, 6, 7)`,
  },
  {
    name: 'kept_user_days',
    dimensions: { day: 'c.day', username: 'c.username' },
  },
  // Not by days: that would be nearly a row for each report. Their own indexes lead to those of some days.
  { name: 'kept_work_months', dimensions: { month, ...work } },
  { name: 'kept_trait_months', dimensions: { month, ...traits }, hasBuckets: true },
  { name: 'kept_trait_days', dimensions: { day: 'c.day', ...traits }, hasBuckets: true },
  {
    name: 'kept_days',
    dimensions: { day: 'c.day', land: 'c.land', resubmission: 'c.resubmission' },
    sumOf: 'kept_trait_days',
  },
  {
    name: 'kept_months',
    dimensions: { month, land: 'c.land', resubmission: 'c.resubmission' },
    sumOf: 'kept_days',
  },
  {
    name: 'kept_pin_grams',
    dimensions: { gram: `substr(lower(c.pin), place.start, gram.size)`, day: 'c.day' },
    from: grams,
  },
  // Of the map (modules/map); reports without a position are on no map.
  { name: 'kept_cells', dimensions: { cell: 'c.cell', ...work }, from: placed },
  { name: 'kept_cell_months', dimensions: { month, cell: 'c.cell', ...work }, from: placed },
  { name: 'kept_cell_days', dimensions: { day: 'c.day', cell: 'c.cell', ...work }, from: placed },
];

/** A kept table's rows counted from a source of changes. */
export const countedRows = ({ dimensions, from = '' }: KeptTable, source: string): string => `
  select ${Object.entries(dimensions)
    .map(([column, expression]) => `${expression} as ${column}`)
    .join(', ')}, sum(c.n)::integer as n
  from ${source} as c cross join kept_state as s ${from}
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
      select circle_id, pin, n as units, 0 as reports from unit_changes
      union all
      select circles.id, c.pin, 0, c.n from report_changes as c
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
