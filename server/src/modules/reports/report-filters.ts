// The one predicate in SQL: what the contract's ReportFilters mean for rows of `reports`. List, total,
// export and photo ZIP all ask here.
import { type AreaRange, type Box, circleKey, type ReportFilters } from '@survey/contract';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';

type Where = ExpressionBuilder<Tables, 'reports'>;
type Condition = Expression<SqlBool>;

/** Midnight that begins an ISO day, or the day after it, in the session's (the operation's) time zone. */
const midnight = (day: string, daysLater: 0 | 1 = 0) =>
  sql<Date>`(cast(${day} as date) + ${sql.lit(daysLater)})::timestamptz`;

/** Text in a LIKE pattern; its own `%`, `_` and `\` mean themselves. */
const literally = (text: string): string =>
  text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** LIKE patterns that find the text anywhere, and at the beginning. */
export const containing = (text: string): string => `%${literally(text)}%`;
export const startingWith = (text: string): string => `${literally(text)}%`;

/** Contract's `isInRange` in SQL. */
const isInRange = (where: Where, column: 'land_area' | 'covered_area', { min, max }: AreaRange) =>
  where.and([where(column, min === 0 ? '>=' : '>', min), where(column, '<=', max)]);

const isAnyOf = <T>(where: Where, values: readonly T[], condition: (value: T) => Condition) =>
  where.or(values.map(condition));

const resubmissionIs = (where: Where, label: 'No' | '0' | '1'): Condition =>
  label === 'No'
    ? where('resubmission', 'is', null)
    : where('resubmission', '=', label === '1' ? 1 : 0);

/** Columns of the map's tiles at zoom 14, as map_cell of migration 0002 numbers them. */
const mapColumns = 16_384;
const mapColumn = (longitude: number): number =>
  Math.max(0, Math.min(mapColumns - 1, Math.floor(((longitude + 180) / 360) * mapColumns)));

/** Positions within the box, its borders included; the columns of cells lead to them by the map's index. */
const isInBox = (where: Where, { minLng, minLat, maxLng, maxLat }: Box): Condition =>
  where.and([
    where.between(
      sql<number>`map_cell(reports.latitude, reports.longitude)`,
      mapColumn(minLng) * mapColumns,
      mapColumn(maxLng) * mapColumns + mapColumns - 1,
    ),
    where.between('reports.longitude', minLng, maxLng),
    where.between('reports.latitude', minLat, maxLat),
  ]);

/** One entry per filter of the contract: a filter added there does not compile until it stands here. */
const conditions: {
  [F in keyof ReportFilters]-?: (
    where: Where,
    value: Exclude<ReportFilters[F], undefined>,
  ) => Condition;
} = {
  date: (where, day) =>
    where.and([
      where('capture_time', '>=', midnight(day)),
      where('capture_time', '<', midnight(day, 1)),
    ]),
  date_from: (where, day) => where('capture_time', '>=', midnight(day)),
  date_to: (where, day) => where('capture_time', '<', midnight(day, 1)),
  username: (where, names) => where('username', 'in', names),
  land: (where, lands) => where('land', 'in', lands),
  name: (where, names) => where('user_name', 'in', names),
  pin: (where, pins) => isAnyOf(where, pins, (pin) => where('pin', 'ilike', containing(pin))),
  circle: (where, circles) => where('circle_key', 'in', circles.map(circleKey)),
  basement: (where, values) => where('basement', 'in', values),
  floors: (where, floors) => where('floors_num', 'in', floors),
  land_area: (where, ranges) =>
    isAnyOf(where, ranges, (range) => isInRange(where, 'land_area', range)),
  covered_area: (where, ranges) =>
    isAnyOf(where, ranges, (range) => isInRange(where, 'covered_area', range)),
  resubmission: (where, labels) => isAnyOf(where, labels, (label) => resubmissionIs(where, label)),
  box: isInBox,
};

/** What reports must fulfil to match all filters that are set. An empty list is a filter not set. */
const matches = (where: Where, filters: ReportFilters): Condition => {
  const names = Object.keys(conditions) as (keyof ReportFilters)[];
  const isSet = (name: keyof ReportFilters) => {
    const value = filters[name];
    return value !== undefined && (!Array.isArray(value) || value.length > 0);
  };
  return where.and(
    names
      .filter(isSet)
      .map((name) =>
        (conditions[name] as (where: Where, value: unknown) => Condition)(where, filters[name]),
      ),
  );
};

/** Reports that no resubmission has replaced: what lists and counts are about (decision 18). */
export const currentReports = (db: Reader) =>
  db.selectFrom('reports').where('reports.replaced_by', 'is', null);

/** Filters, and of what matches them only the reports with these ids where ids are given. */
export type Selection = ReportFilters & { ids?: readonly number[] | undefined };

/** The current reports that match the filters. */
export const matchingReports = (db: Reader, { ids, ...filters }: Selection) => {
  const matching = currentReports(db).where((where) => matches(where, filters));
  return ids ? matching.where('reports.id', 'in', ids) : matching;
};
