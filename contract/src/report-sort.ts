// The order of the report list: by a column that an index bears (ADR 91).
import { z } from 'zod';

/** Columns by which the list can be ordered. */
export const sortColumns = [
  'capture_time',
  'submission_time',
  'land_area',
  'covered_area',
  'floors_num',
  'pin',
  'circle',
  'username',
] as const;
export type SortColumn = (typeof sortColumns)[number];

/** A column, with `-` before it where the largest or newest comes first. */
export type ReportSort = SortColumn | `-${SortColumn}`;

export const reportSorts = sortColumns.flatMap((column): ReportSort[] => [column, `-${column}`]);

/** Without an order, and where other backends ignore it: newest capture first. */
export const usualSort = '-capture_time' satisfies ReportSort;

/** What clients of other backends send along; they get the usual order, as ever. */
const ofOthers: readonly unknown[] = ['', null, 'asc', 'desc'];

/** Extension of `/api/all-reports`. */
export const askedSort = z
  .preprocess(
    (value) => (ofOthers.includes(value) ? undefined : value),
    z.enum(reportSorts as [ReportSort, ...ReportSort[]]).optional(),
  )
  .transform((sort) => (sort === usualSort ? undefined : sort));

/** The column of an order, and its direction. */
export const readSort = (sort: ReportSort): { column: SortColumn; isDescending: boolean } => ({
  column: sort.replace(/^-/, '') as SortColumn,
  isDescending: sort.startsWith('-'),
});
