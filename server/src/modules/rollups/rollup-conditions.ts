// The predicate of kept tables and of the changes beside them: the same filters as report-filters.ts, of the
// columns that counts are kept by.
import {
  type AreaRange,
  circleKey,
  type ReportFilterName,
  type ReportFilters,
} from '@survey/contract';
import { type RawBuilder, sql } from 'kysely';
import { disjointSpans } from '../reports/area-ranges.ts';
import { containing, likeOperator, namesSet } from '../reports/report-filters.ts';

type Sql = RawBuilder<unknown>;

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

/** Rows of a kept table, or those of report_deltas that are not folded yet. */
export type Part = 'kept' | 'changes';

/** Ranges with the borders of buckets; in changes any with whole borders. */
const inRanges = (column: 'land' | 'covered', ranges: readonly AreaRange[], part: Part) =>
  or(
    disjointSpans(ranges).map(({ after, max }) => {
      const area = sql.ref(part === 'kept' ? `${column}_upto` : `${column}_area`);
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
  land_area: (ranges, part) => inRanges('land', ranges, part),
  covered_area: (ranges, part) => inRanges('covered', ranges, part),
  pin: ([text = ''], part) =>
    part === 'kept'
      ? sql`ngram = lower(${text})`
      : sql`pin ${sql.raw(likeOperator(text))} ${containing(text)}`,
};

/** What rows of kept tables or changes must fulfil to match all filters but dates and the box; the tables have their columns. */
export const rollupConditions = (filters: ReportFilters, part: Part): Sql[] =>
  namesSet(filters).flatMap((name) => {
    const condition = conditions[name] as ((value: unknown, part: Part) => Sql) | undefined;
    return condition ? [condition(filters[name], part)] : [];
  });

/** How wide the areas' buckets are. */
export interface BucketWidths {
  land_width: number;
  covered_width: number;
}

/** 0 alone, which is written 0-0, is a part of the first bucket. */
const areBorders = (ranges: readonly AreaRange[] | undefined, width: number): boolean =>
  (ranges ?? []).every(({ min, max }) => min % width === 0 && max % width === 0 && max > 0);

/** Whether the ranges of areas have the borders of buckets; what lies between others is not kept. */
export const haveRollupBorders = (
  { land_area, covered_area }: ReportFilters,
  { land_width, covered_width }: BucketWidths,
): boolean => areBorders(land_area, land_width) && areBorders(covered_area, covered_width);
