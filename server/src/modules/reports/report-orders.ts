// The indexes of reports by which they are ordered (ADR 91), for the list and for pages of feeds.
import type { SortColumn } from '@survey/contract';

type Direction = 'asc' | 'desc';
type IndexedColumn =
  | Exclude<SortColumn, 'circle'>
  | 'circle_key'
  | 'user_name'
  | 'land'
  | 'basement'
  | 'id';
export type Order = readonly [column: IndexedColumn, Direction][];

const newestFirst = [
  ['capture_time', 'desc'],
  ['id', 'desc'],
] as const satisfies Order;
const oldestFirst = [
  ['capture_time', 'asc'],
  ['id', 'asc'],
] as const satisfies Order;

/** The columns of the index for each order, ascending. */
export const sortIndexes: Record<SortColumn, Order> = {
  capture_time: oldestFirst,
  submission_time: [
    ['submission_time', 'asc'],
    ['id', 'asc'],
  ],
  land_area: [['land_area', 'asc'], ...oldestFirst],
  covered_area: [['covered_area', 'asc'], ...oldestFirst],
  floors_num: [['floors_num', 'asc'], ...newestFirst],
  pin: [['pin', 'asc'], ...newestFirst],
  circle: [['circle_key', 'asc'], ...newestFirst],
  username: [['username', 'asc'], ...newestFirst],
};

/**
 * The orders of feeds, by the names of their columns. The partial index of sent-back reports is missing: a report that
 * is sent back while pages are read would move to another page.
 */
export const feedIndexes = {
  id: [['id', 'asc']],
  ...sortIndexes,
  user_name: [['user_name', 'asc'], ...newestFirst],
  land: [['land', 'asc'], ...newestFirst],
  basement: [['basement', 'asc'], ...newestFirst],
} as const satisfies Record<string, Order>;

/** Columns with nulls, which are last in the ascending index. The list shows them last in both directions. */
export const mayBeUnknown: readonly string[] = ['land_area', 'covered_area', 'floors_num'];

export const reversed = (order: Order): Order =>
  order.map(([column, direction]) => [column, direction === 'asc' ? 'desc' : 'asc']);
