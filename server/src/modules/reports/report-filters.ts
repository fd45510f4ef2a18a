// The predicate in SQL: what the contract's ReportFilters mean for rows of `reports`. List, total,
// export and photo ZIP all use it.
import {
  type AreaName,
  type AreaRange,
  type Box,
  circleKey,
  disjointSpans,
  filterNamesSet,
  type MarkLabel,
  type PhotoLabel,
  type ReportFilters,
  type ReviewState,
  type SeverityLabel,
  severities,
} from '@survey/contract';
import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { containing, likeOperator } from '../../database/like-pattern.ts';
import { plannedAnew } from '../../database/prepared-statements.ts';
import type { Tables } from '../../database/tables.ts';

type Where = ExpressionBuilder<Tables, 'reports'>;
type Condition = Expression<SqlBool>;

/** The midnight that begins an ISO day, or the following one, in the session's (the operation's) time zone. */
const midnight = (day: string, daysLater: 0 | 1 = 0) =>
  sql<Date>`(cast(${day} as date) + ${sql.lit(daysLater)})::timestamptz`;

/**
 * One value by `=`, so that an index returns rows in order; several as one parameter, so that few statements differ.
 */
const isOneOf = (
  where: Where,
  column: 'username' | 'user_name' | 'land' | 'circle_key' | 'basement' | 'floors_num',
  type: 'text' | 'boolean' | 'int',
  values: readonly (string | number | boolean)[],
): Condition => {
  const name = sql.ref(`reports.${column}`);
  return values.length === 1
    ? where(column, '=', values[0] as never)
    : sql<SqlBool>`${name} = any(${values}::${sql.raw(type)}[])`;
};

/** Contract's `isInRange` in SQL, for any of the ranges. */
const isInRanges = (where: Where, column: AreaName, ranges: readonly AreaRange[]) =>
  where.or(
    disjointSpans(ranges).map(({ after, max }) =>
      where.and([where(column, '>', after), where(column, '<=', max)]),
    ),
  );

const isAnyOf = <T>(where: Where, values: readonly T[], condition: (value: T) => Condition) =>
  where.or(values.map(condition));

const resubmissionIs = (where: Where, label: 'No' | '0' | '1'): Condition =>
  label === 'No'
    ? where('resubmission', 'is', null)
    : where('resubmission', '=', label === '1' ? 1 : 0);

/** A mark as a literal: the planner chooses the partial index of the few by its text. */
const isMarked = (where: Where, labels: readonly MarkLabel[], mark: RawBuilder<SqlBool>) =>
  isAnyOf(where, labels, (label) => (label === 'yes' ? mark : sql<SqlBool>`not (${mark})`));

/** Written as literals, as in the predicates of the partial indexes: with parameters these would not be used. */
const photoIs: Record<PhotoLabel, RawBuilder<SqlBool>> = {
  yes: sql`reports.photo_name is not null`,
  no: sql`reports.photo_name is null`,
  awaited: sql`reports.photo_awaited is not null`,
};

/** Literals, as in the predicates of the indexes. */
const reviewIs = (where: Where, state: ReviewState): Condition => {
  if (state === 'sent_back') return resubmissionIs(where, '1');
  return state === 'new'
    ? sql<SqlBool>`(reports.review is null and reports.resubmission is distinct from 1)`
    : where('review', '=', state);
};

/** Reports that have a flag that nobody dismissed and that meets further conditions. */
export const hasFlag = (more: RawBuilder<SqlBool> = sql`true`) =>
  sql<SqlBool>`exists (select from flags where flags.report_id = reports.id
    and flags.dismissed_at is null and ${more})`;

/**
 * Reports that a bulk change accepts only where it is told to accept critical flags too: neither accepted nor sent
 * back, with a critical flag.
 */
export const hasCriticalFlag = sql<SqlBool>`(${hasFlag(sql`flags.severity = 3`)}
  and resubmission is distinct from 1 and (review is null or review = 'in_question'))`;

const severityIs = (labels: readonly SeverityLabel[]): Condition[] => {
  const numbers = labels.flatMap((label) =>
    label === 'none' ? [] : [severities.indexOf(label) + 1],
  );
  return [
    ...(numbers.length > 0 ? [hasFlag(sql`flags.severity = any(${numbers}::int[])`)] : []),
    ...(labels.includes('none') ? [sql<SqlBool>`not ${hasFlag()}`] : []),
  ];
};

/** Columns of map tiles at zoom 14, numbered as map_cell of migration 0002 does. */
const mapColumns = 16_384;
const mapColumn = (longitude: number): number =>
  Math.max(0, Math.min(mapColumns - 1, Math.floor(((longitude + 180) / 360) * mapColumns)));

/** Positions within the box, borders included; the columns of cells find them through the map's index. */
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

/**
 * Where PINs that contain a text are searched. `reports`: in the reports themselves, for whatever is exported or
 * changed (ADR 47). `rollup`: among the distinct PINs of a rollup, for the list and the map. `rollup-long`: the same,
 * but three characters in the rows that another condition finds, as they match too many PINs.
 */
export type PinSource = 'reports' | 'rollup' | 'rollup-long';

/** How PINs are searched: a text of at least `listedFrom` characters is first searched among the distinct PINs. */
interface PinSearch {
  source: PinSource;
  listedFrom: number;
}

const isListed = (pin: string, { listedFrom }: PinSearch): boolean => [...pin].length >= listedFrom;

/** PINs of current reports that contain one of the texts. */
const pinsThatContain = (texts: readonly string[], { source }: PinSearch) => {
  const each = texts.map((text) => sql`pin ${sql.raw(likeOperator(text))} ${containing(text)}`);
  const isOne = sql`(${sql.join(each, sql` or `)})`;
  // The index by PIN alone is read, an eighth of the table's pages.
  if (source === 'reports') {
    return sql`array(select distinct pin from reports where replaced_by is null and ${isOne})`;
  }
  return sql`array(select pin from rollup_pins where ${isOne}
    union all select pin from report_deltas where ${isOne})`;
};

/** One entry for each filter of the contract: a new filter does not compile until it is added here. */
const conditions: {
  [F in keyof ReportFilters]-?: (
    where: Where,
    value: Exclude<ReportFilters[F], undefined>,
    search: PinSearch,
  ) => Condition;
} = {
  date: (where, day) =>
    where.and([
      where('capture_time', '>=', midnight(day)),
      where('capture_time', '<', midnight(day, 1)),
    ]),
  date_from: (where, day) => where('capture_time', '>=', midnight(day)),
  date_to: (where, day) => where('capture_time', '<', midnight(day, 1)),
  username: (where, names) => isOneOf(where, 'username', 'text', names),
  land: (where, lands) => isOneOf(where, 'land', 'text', lands),
  name: (where, names) => isOneOf(where, 'user_name', 'text', names),
  pin: (where, pins, search) => {
    const listed = pins.filter((pin) => isListed(pin, search));
    const others = pins.filter((pin) => !isListed(pin, search));
    return where.or([
      // One list for all of them takes half the time of one for each.
      ...(listed.length > 0
        ? [sql<SqlBool>`reports.pin = any(${pinsThatContain(listed, search)})`]
        : []),
      ...others.map((pin) => where('pin', likeOperator(pin), containing(pin))),
    ]);
  },
  circle: (where, circles) => isOneOf(where, 'circle_key', 'text', circles.map(circleKey)),
  basement: (where, values) => isOneOf(where, 'basement', 'boolean', values),
  floors: (where, floors) => isOneOf(where, 'floors_num', 'int', floors),
  land_area: (where, ranges) => isInRanges(where, 'land_area', ranges),
  covered_area: (where, ranges) => isInRanges(where, 'covered_area', ranges),
  resubmission: (where, labels) => isAnyOf(where, labels, (label) => resubmissionIs(where, label)),
  // A literal: the planner chooses the partial index by its text.
  list: (where, labels) =>
    isAnyOf(where, labels, (label) =>
      label === 'off'
        ? sql<SqlBool>`reports.was_unassigned`
        : sql<SqlBool>`not reports.was_unassigned`,
    ),
  second: (where, labels) => isMarked(where, labels, sql<SqlBool>`reports.is_second`),
  photo: (where, labels) => isAnyOf(where, labels, (label) => photoIs[label]),
  place: (where, labels) =>
    isMarked(where, labels, sql<SqlBool>`(reports.latitude + reports.longitude) is not null`),
  review: (where, states) => isAnyOf(where, states, (state) => reviewIs(where, state)),
  flag: (_, names) => hasFlag(sql`flags.check_name = any(${names}::text[])`),
  severity: (where, labels) => where.or(severityIs(labels)),
  box: isInBox,
};

/** Beside another filter the planner chooses between its index and a scan of the reports. */
const pinSearch = ({ ids, ...filters }: Selection, source: PinSource): PinSearch => {
  const names = filterNamesSet(filters);
  if (source === 'reports') {
    return { source, listedFrom: names.length === 1 && !ids ? 3 : Number.POSITIVE_INFINITY };
  }
  const isByWork = names.some((name) => ['username', 'name', 'circle'].includes(name));
  return { source, listedFrom: source === 'rollup' && !isByWork ? 3 : 4 };
};

/** What reports must fulfil to match all filters that are set. */
const matches = (where: Where, filters: ReportFilters, search: PinSearch): Condition => {
  const names = filterNamesSet(filters);
  type Made = (where: Where, value: unknown, search: PinSearch) => Condition;
  return where.and(names.map((name) => (conditions[name] as Made)(where, filters[name], search)));
};

/** Current reports, neither replaced nor set aside: only these are listed and counted (R18). */
export const currentReports = (db: Reader): SelectQueryBuilder<Tables, 'reports', object> =>
  db.selectFrom('reports').where('reports.replaced_by', 'is', null);

/** Filters, and, where ids are given, only the matching reports with these ids. */
export type Selection = ReportFilters & { ids?: readonly number[] | undefined };

/** Whether the best plan depends on the values: one area has most reports, another a few. */
const isUneven = ({ pin, land_area, covered_area, box }: ReportFilters): boolean =>
  [pin, land_area, covered_area].some((values) => values && values.length > 0) || box !== undefined;

/**
 * The current reports that match the filters.
 * @param source `reports`, except for a page that is only shown and that a rollup gives sooner
 * @param among the reports that are searched, if not the current ones
 */
export const matchingReports = (
  db: Reader,
  { ids, ...filters }: Selection,
  source: PinSource = 'reports',
  among = currentReports(db),
) => {
  const search = pinSearch({ ids, ...filters }, source);
  const found = among.where((where) => matches(where, filters, search));
  const matching = isUneven(filters)
    ? found.where(sql<boolean>`true ${sql.raw(plannedAnew)}`)
    : found;
  return ids ? matching.where(sql<boolean>`reports.id = any(${ids}::bigint[])`) : matching;
};
