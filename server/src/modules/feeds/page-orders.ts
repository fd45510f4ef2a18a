// The orders of a feed's pages: each is read from consecutive ranges of an index (ADR 97).
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import {
  feedIndexes,
  type Order as IndexedOrder,
  mayBeUnknown,
  reversed,
} from '../reports/report-orders.ts';

export interface Order {
  by: keyof typeof feedIndexes;
  isDescending: boolean;
}

export const newestFirst: Order = { by: 'capture_time', isDescending: true };

/** Whether the indexes of the filters have this order too. */
export const isUsual = ({ by }: Order): boolean => by === 'capture_time' || by === 'id';

/** The columns of the index with their directions, reversed for a descending order. */
const walked = ({ by, isDescending }: Order): IndexedOrder =>
  isDescending ? reversed(feedIndexes[by]) : feedIndexes[by];

/**
 * Finds the order that `$orderby` asks for: a column, then the columns that follow it in its index.
 * @param items names of columns with their directions
 * @returns the order, or a text that says why it is refused
 */
export const findOrder = (
  items: readonly { name: string; isDescending: boolean }[],
): Order | string => {
  const [first, ...others] = items;
  if (!first || !Object.hasOwn(feedIndexes, first.name)) {
    return `it orders by ${Object.keys(feedIndexes).join(', ')}`;
  }
  const order: Order = { by: first.name as Order['by'], isDescending: first.isDescending };
  const behind = walked(order).slice(1);
  const fits = others.every(({ name, isDescending }, at) => {
    const [column, direction] = behind[at] ?? [];
    return name === column && isDescending === (direction === 'desc');
  });
  if (fits) return order;
  const told = behind.map((column) => column.join(' ')).join(', ');
  return `behind ${first.name} ${first.isDescending ? 'desc' : 'asc'} its index has ${told || 'nothing'}`;
};

/** Where a page begins: after a report. */
export interface Place {
  after: number;
  /** The report has null in the column of the order. */
  isUnknown: boolean;
}

/** The place after a report, even if the report is no longer current. */
export const placeAfter = async (db: Reader, { by }: Order, after: number): Promise<Place> => {
  if (!mayBeUnknown.includes(by)) return { after, isUnknown: false };
  const found = await db
    .selectFrom('reports')
    .where('id', '=', after)
    .select(sql<boolean>`${sql.ref(`reports.${by}`)} is null`.as('is_unknown'))
    .executeTakeFirst();
  return { after, isUnknown: found?.is_unknown ?? false };
};

type Range = RawBuilder<SqlBool>;

const columnsOf = (order: IndexedOrder) =>
  sql.raw(order.map(([column]) => `reports.${column}`).join(', '));

/** Condition for the reports after one, in columns that all have the same direction. */
const behind = (order: IndexedOrder, after: number): Range => {
  const columns = columnsOf(order);
  const sign = sql.raw(order[0]?.[1] === 'desc' ? '<' : '>');
  return sql`(${columns}) ${sign} (select ${columns} from reports where id = ${after})`;
};

/**
 * Conditions that split the order into consecutive ranges of the index: reports with the same value as the last one and
 * after it, those with further values, and those with null. Nulls are first ascending and last descending, as in OData.
 */
export const rangesOf = (order: Order, place: Place | undefined): readonly Range[] => {
  const columns = walked(order);
  const hasUnknown = mayBeUnknown.includes(order.by);
  const isOneWay = new Set(columns.map(([, direction]) => direction)).size === 1;
  if (isOneWay && !hasUnknown) return [place ? behind(columns, place.after) : sql`true`];
  const lead = columns.slice(0, 1);
  const rest = columns.slice(1);
  const column = columnsOf(lead);
  const known: Range = sql`${column} is not null`;
  const unknown: Range = sql`${column} is null`;
  if (!place) {
    if (!hasUnknown) return [sql`true`];
    return order.isDescending ? [known, unknown] : [unknown, known];
  }
  const { after, isUnknown } = place;
  if (isUnknown) {
    const same: Range = sql`${unknown} and ${behind(rest, after)}`;
    return order.isDescending ? [same] : [same, known];
  }
  const same: Range = sql`${column} = (select ${column} from reports where id = ${after}) and ${behind(rest, after)}`;
  const further = behind(lead, after);
  return hasUnknown && order.isDescending ? [same, further, unknown] : [same, further];
};

/** The columns for `order by`, each with a prefix. */
export const orderList = (order: Order, prefix: string) =>
  sql.raw(
    walked(order)
      .map(([column, direction]) => `${prefix}${column} ${direction}`)
      .join(', '),
  );

/** Columns to select for the order, named `key_…`. */
export const orderKeys = (order: Order) =>
  walked(order).map(([column]) => `reports.${column} as key_${column}` as const);
