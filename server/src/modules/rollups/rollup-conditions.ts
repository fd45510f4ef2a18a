// The predicate of rollup tables and deltas: the filters of report-filters.ts on the columns that rollups have.
import {
  type AreaRange,
  circleKey,
  disjointSpans,
  filterNamesSet,
  type PhotoLabel,
  type ReportFilterName,
  type ReportFilters,
} from '@survey/contract';
import { type RawBuilder, sql } from 'kysely';
import { containing, likeOperator } from '../../database/like-pattern.ts';

type Sql = RawBuilder<unknown>;

/** Above this length the planner takes a list as one value, with an estimate of ten. */
const countedUpTo = 8;

/**
 * One value by `=`; more in lists of 2, 4 or 8, the last value repeated, so that few statements differ and the planner
 * knows the length. The values themselves are hidden from it: a generic plan would seem worse to it than a custom one,
 * which takes longer to make than to run.
 */
const any = (column: string, values: readonly unknown[], type: string) => {
  const [name, of] = [sql.ref(column), sql.raw(type)];
  if (values.length === 1) return sql`${name} = ${values[0]}::${of}`;
  if (values.length > countedUpTo) return sql`${name} = any((select ${values}::${of}[])::${of}[])`;
  const length = 2 ** Math.ceil(Math.log2(values.length));
  const listed = Array.from({ length }, (_, at) => values[at] ?? values.at(-1));
  return sql`${name} = any(array[${sql.join(listed)}]::${of}[])`;
};

/** @param mark a column or SQL over the row's columns */
const isMarked = (mark: string, labels: readonly PhotoLabel[]) =>
  sql`(${sql.raw(mark)}) = any(${labels.map((label) => label === 'yes')}::boolean[])`;

const or = (parts: readonly Sql[]) => sql`(${sql.join(parts, sql` or `)})`;

/** Rows of a rollup table, or deltas that are not applied yet. */
export type Part = 'rollup' | 'deltas';

/** Rollups: ranges whose borders are those of buckets. Deltas: ranges with integer borders. */
const inRanges = (column: 'land' | 'covered', ranges: readonly AreaRange[], part: Part) =>
  or(
    disjointSpans(ranges).map(({ after, max }) => {
      const area = sql.ref(part === 'rollup' ? `${column}_upto` : `${column}_area`);
      return sql`(${area} > ${after} and ${area} <= ${max})`;
    }),
  );

const conditions: {
  [F in ReportFilterName]?: (value: Exclude<ReportFilters[F], undefined>, part: Part) => Sql;
} = {
  username: (names) => any('username', names, 'text'),
  name: (names) => any('user_name', names, 'text'),
  circle: (circles) => any('circle_key', circles.map(circleKey), 'text'),
  land: (lands) => any('land', lands, 'text'),
  resubmission: (labels) =>
    sql`coalesce(resubmission, 2) = any(${labels.map((label) => (label === 'No' ? 2 : Number(label)))}::int[])`,
  floors: (floors) => any('floors_num', floors, 'int'),
  basement: (values) => any('basement', values, 'boolean'),
  list: (labels) =>
    any(
      'was_unassigned',
      labels.map((label) => label === 'off'),
      'boolean',
    ),
  second: (labels) => isMarked('is_second', labels),
  // The label `awaited` does not come here: no rollup has it (`sourceOf`).
  photo: (labels) => isMarked('has_photo', labels),
  place: (labels, part) => isMarked(part === 'rollup' ? 'has_place' : 'cell is not null', labels),
  review: (states) => any('review', states, 'text'),
  land_area: (ranges, part) => inRanges('land', ranges, part),
  covered_area: (ranges, part) => inRanges('covered', ranges, part),
  pin: ([text = ''], part) =>
    part === 'rollup'
      ? sql`ngram = lower(${text})`
      : sql`pin ${sql.raw(likeOperator(text))} ${containing(text)}`,
};

/** Conditions of all filters except dates and box on rows of rollup tables or deltas; the tables have the columns. */
export const rollupConditions = (filters: ReportFilters, part: Part): Sql[] =>
  filterNamesSet(filters).flatMap((name) => {
    const condition = conditions[name] as ((value: unknown, part: Part) => Sql) | undefined;
    return condition ? [condition(filters[name], part)] : [];
  });

/** Width of the areas' buckets. */
export interface BucketWidths {
  land_width: number;
  covered_width: number;
}

/** 0 alone, written 0-0, is a part of the first bucket. */
const areBorders = (ranges: readonly AreaRange[] | undefined, width: number): boolean =>
  (ranges ?? []).every(({ min, max }) => min % width === 0 && max % width === 0 && max > 0);

/** Whether the ranges of areas end at borders of buckets; the rollups have no finer ranges. */
export const haveRollupBorders = (
  { land_area, covered_area }: ReportFilters,
  { land_width, covered_width }: BucketWidths,
): boolean => areBorders(land_area, land_width) && areBorders(covered_area, covered_width);
