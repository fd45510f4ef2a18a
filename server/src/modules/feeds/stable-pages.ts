// Pages of a feed that belong together (ADR 95): whoever reads page after page, for hours and while reports arrive, gets
// each report that was current when the reading began exactly once. What came, changed or left meanwhile is in the
// changes since that moment.
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Reader } from '../../database/connection.ts';
import { say } from '../../say.ts';
import { cellNames, withCells } from '../exports/report-table.queries.ts';
import { matchingReports, type Selection } from '../reports/report-filters.ts';

/** When a reading began. */
export interface Moment {
  /** Of PostgreSQL (`pg_snapshot`): which transactions were over. */
  snapshot: string;
  /** The newest report. */
  newest: number;
}

/** Further conditions on reports, beside the list's filters. */
export type Condition = (reports: Reports) => Reports;
type Reports = ReturnType<typeof matchingReports>;

const moment = z.object({
  snapshot: z
    .string()
    .max(4000)
    .regex(/^\d{1,19}:\d{1,19}:(\d{1,19}(,\d{1,19})*)?$/),
  newest: z.number().int().min(0),
});

/** A token of an address: a moment, and how far somebody has read. */
export const writeToken = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

/** @throws AppError invalid-input where it is none of ours */
export const readToken = <Extra extends z.ZodRawShape>(token: string, extra: Extra) => {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    return moment.extend(extra).parse(value);
  } catch (error) {
    throw new AppError('invalid-input', say('feed-token'), { cause: error });
  }
};

/** This moment, of the reader's own transaction. */
export const momentNow = async (db: Reader): Promise<Moment> => {
  const found = await db
    .selectFrom('reports')
    .select(sql<string>`pg_current_snapshot()::text`.as('snapshot'))
    .select(({ fn }) => fn.max('reports.id').as('newest'))
    .executeTakeFirstOrThrow();
  return { snapshot: found.snapshot, newest: found.newest ?? 0 };
};

/**
 * @throws AppError gone where the moment lies ahead: it is of another database, or of one from before a restore
 */
export const refuseForeignMoment = async (db: Reader, { snapshot }: Moment): Promise<void> => {
  const { is_ours } = await db
    .selectFrom(sql`(select 1)`.as('one'))
    .select(
      sql<boolean>`pg_snapshot_xmax(${snapshot}::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())`.as(
        'is_ours',
      ),
    )
    .executeTakeFirstOrThrow();
  if (!is_ours) throw new AppError('gone', say('feed-moment'));
};

/** Reports that were replaced or set aside after the moment. Its lower bound is what the index finds. */
const leftSince = (db: Reader, { snapshot }: Moment): Reports =>
  db
    .selectFrom('reports')
    .where(sql<boolean>`reports.left_xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)`)
    .where(
      sql<boolean>`not pg_visible_in_snapshot(reports.left_xid, ${snapshot}::pg_snapshot)`,
    ) as Reports;

/** Columns of an order that an index has, for ascending and descending. */
export const orders = {
  capture_time: ['capture_time', 'id'],
  id: ['id'],
} as const;

export interface Order {
  by: keyof typeof orders;
  isDescending: boolean;
}

export const newestFirst: Order = { by: 'capture_time', isDescending: true };

export interface PageWanted {
  filters: Selection;
  also?: Condition;
  moment: Moment;
  order: Order;
  /** The report after which the page begins. */
  after?: number | undefined;
  skip?: number;
  /** Most rows; one more is read where a reader asks whether there is more. */
  rows: number;
}

const list = (order: Order, prefix: string) =>
  sql.raw(
    orders[order.by]
      .map((column) => `${prefix}${column}${order.isDescending ? ' desc' : ''}`)
      .join(', '),
  );

/** One part of a page: the cells, and what it is ordered by. */
const part = (
  reports: Reports,
  { also, moment: { newest }, order, after, skip = 0, rows }: PageWanted,
) => {
  const columns = sql.raw(orders[order.by].map((column) => `reports.${column}`).join(', '));
  const compare = sql.raw(order.isDescending ? '<' : '>');
  const before = also ? also(reports) : reports;
  const place = sql<boolean>`(${columns}) ${compare} (select ${columns} from reports where id = ${after ?? 0})`;
  const within = before.where('reports.id', '<=', newest);
  return (after === undefined ? within : within.where(place))
    .orderBy(list(order, 'reports.'))
    .limit(sql.lit(rows + skip));
};

/** SQL of a page's rows, as `readTable` reads them: the 21 columns and the optional ones of `reportTable`. */
export const stablePage = (
  db: Reader,
  wanted: PageWanted,
  extra: Parameters<typeof withCells>[1],
) => {
  const keys = ['reports.capture_time as key_capture_time', 'reports.id as key_id'] as const;
  const cells = (reports: Reports) =>
    withCells(part(reports, wanted) as never, extra, 'UTC').select(keys);
  const current = cells(matchingReports(db, wanted.filters));
  const left = cells(matchingReports(db, wanted.filters, 'reports', leftSince(db, wanted.moment)));
  const { skip = 0, rows } = wanted;
  return sql`select ${sql.raw(cellNames(extra.length))}, null::text as end_of_row
    from ((${current}) union all (${left})) as page
    order by ${list(wanted.order, 'key_')} limit ${sql.lit(rows)} offset ${sql.lit(skip)}`;
};
