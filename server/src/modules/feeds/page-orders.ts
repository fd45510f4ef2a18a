// The order of a feed's pages: each is read from ranges of an index, one behind the other (ADR 97).
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import {
  feedIndexes,
  type Order as IndexedOrder,
  mayBeUnknown,
  turned,
} from '../reports/report-orders.ts';

export interface Order {
  by: keyof typeof feedIndexes;
  isDescending: boolean;
}

export const newestFirst: Order = { by: 'capture_time', isDescending: true };

/** Whether the filters' own indexes bear it too. */
export const isUsual = ({ by }: Order): boolean => by === 'capture_time' || by === 'id';

/** The columns of the index and their directions, as it is walked. */
const walked = ({ by, isDescending }: Order): IndexedOrder =>
  isDescending ? turned(feedIndexes[by]) : feedIndexes[by];

/**
 * The order that `$orderby` asks for: a column, and behind it those that its index has there.
 * @param items names of columns with their directions
 * @returns the order, or why there is none, in words
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

/** Where a page begins: behind a report. */
export interface Place {
  after: number;
  /** Nothing is known of it in the column of the order. */
  isUnknown: boolean;
}

/** The place behind a report, whether it is current or not. */
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

/** Reports behind one in columns that have all the same direction. */
const behind = (order: IndexedOrder, after: number): Range => {
  const columns = columnsOf(order);
  const sign = sql.raw(order[0]?.[1] === 'desc' ? '<' : '>');
  return sql`(${columns}) ${sign} (select ${columns} from reports where id = ${after})`;
};

/**
 * Conditions that cut the order in ranges of its index, in turn: those with the value of the last report behind it, those
 * with further values, and those of which nothing is known, as OData has it: first ascending, last descending.
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

/** `order by` with a prefix before the columns. */
export const orderList = (order: Order, prefix: string) =>
  sql.raw(
    walked(order)
      .map(([column, direction]) => `${prefix}${column} ${direction}`)
      .join(', '),
  );

/** The columns of the order, as `key_…`. */
export const orderKeys = (order: Order) =>
  walked(order).map(([column]) => `reports.${column} as key_${column}` as const);
