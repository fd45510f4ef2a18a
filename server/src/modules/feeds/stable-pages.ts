// Consistent pages of a feed (ADR 95): a client that reads page after page, even for hours while reports arrive, gets
// each report that was current when it began exactly once. What arrives, changes or leaves meanwhile is in the changes
// since.
import { filterNamesSet } from '@survey/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Reader } from '../../database/connection.ts';
import { say } from '../../say.ts';
import { cellNames, withCells } from '../exports/report-table.queries.ts';
import { matchingReports, type Selection } from '../reports/report-filters.ts';
import { isUsual, type Order, orderKeys, orderList, type Place, rangesOf } from './page-orders.ts';

/** When a reading began. */
export interface Moment {
  /** PostgreSQL's `pg_snapshot`: which transactions were finished. */
  snapshot: string;
  /** The highest id of a report. */
  newest: number;
}

/** Adds conditions on reports beside the list's filters. */
export type Condition = (reports: Reports) => Reports;
type Reports = ReturnType<typeof matchingReports>;

const moment = z.object({
  snapshot: z
    .string()
    .max(4000)
    .regex(/^\d{1,19}:\d{1,19}:(\d{1,19}(,\d{1,19})*)?$/),
  newest: z.number().int().min(0),
});

/** Encodes a token for an address: a moment, and how far a client has read. */
export const writeToken = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

/** @throws AppError invalid-input where the token was not written by `writeToken` */
export const decodeToken = <Value>(token: string, schema: z.ZodType<Value>): Value => {
  try {
    return schema.parse(JSON.parse(Buffer.from(token, 'base64url').toString()));
  } catch (error) {
    throw new AppError('invalid-input', say('feed-token'), { cause: error });
  }
};

/** Decodes a token that has a moment. @throws AppError as `decodeToken` */
export const readToken = <Extra extends z.ZodRawShape>(token: string, extra: Extra) =>
  decodeToken(token, moment.extend(extra));

/** The present moment, as the reader's transaction sees it. */
export const momentNow = async (db: Reader): Promise<Moment> => {
  const found = await db
    .selectFrom('reports')
    .select(sql<string>`pg_current_snapshot()::text`.as('snapshot'))
    .select(({ fn }) => fn.max('reports.id').as('newest'))
    .executeTakeFirstOrThrow();
  return { snapshot: found.snapshot, newest: found.newest ?? 0 };
};

/** @throws AppError gone where the moment is in the future: it is from another database, or from before a restore */
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

/**
 * Reports that were replaced or set aside after the moment. The first condition is for the index; the second is exact.
 */
const leftSince = (db: Reader, { snapshot }: Moment): Reports =>
  db
    .selectFrom('reports')
    .where(sql<boolean>`reports.left_xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)`)
    .where(
      sql<boolean>`not pg_visible_in_snapshot(reports.left_xid, ${snapshot}::pg_snapshot)`,
    ) as Reports;

export interface PageWanted {
  filters: Selection;
  also?: Condition;
  moment: Moment;
  order: Order;
  /** Where the page begins; undefined for the first page. */
  place?: Place | undefined;
  skip?: number;
  /** Most rows of the page. Callers ask for one more to see whether another page follows. */
  rows: number;
}

/**
 * The reports of a filter as a subquery that PostgreSQL does not merge with the rest: they are found by the filter's
 * index and then sorted. Otherwise it might read the index of the order, past millions of reports that do not match.
 */
const apart = (db: Reader, reports: Reports): Reports =>
  db.selectFrom(
    reports.selectAll('reports').offset(sql.lit(0)).as('reports'),
  ) as unknown as Reports;

/** SQL for a page's rows: the columns of `reportTable`. */
export const stablePage = (
  db: Reader,
  { filters, also, moment, order, place, skip = 0, rows }: PageWanted,
  extra: Parameters<typeof withCells>[1],
) => {
  const isApart = !isUsual(order) && (also !== undefined || filterNamesSet(filters).length > 0);
  const branches = [
    matchingReports(db, filters),
    matchingReports(db, filters, 'reports', leftSince(db, moment)),
  ].map((matching) => {
    const within = (also ? also(matching) : matching).where('reports.id', '<=', moment.newest);
    return isApart ? apart(db, within) : within;
  });
  const most = sql.lit(rows + skip);
  const byKeys = orderList(order, 'key_');
  const ranges = rangesOf(order, place).map((range) => {
    const parts = branches.map((reports) => {
      const part = reports.where(range).orderBy(orderList(order, 'reports.')).limit(most);
      return sql`(${withCells(part as never, extra, 'UTC').select(orderKeys(order))})`;
    });
    return sql`select * from (${sql.join(parts, sql` union all `)}) as rows_of order by ${byKeys} limit ${most}`;
  });
  // A range is read only if the ranges before it have not filled the page.
  const name = (at: number) => sql.raw(`range_${at}`);
  const read = sql.join(
    ranges.map((range, at) => {
      const before = ranges
        .slice(0, at)
        .map((_, one) => sql` - (select count(*) from ${name(one)})`);
      return sql`${name(at)} as (select * from (${range}) as more limit ${most}${sql.join(before, sql``)})`;
    }),
  );
  const all = sql.join(
    ranges.map((_, at) => sql`select ${sql.lit(at)} as range_at, * from ${name(at)}`),
    sql` union all `,
  );
  return sql`with ${read} select ${sql.raw(cellNames(extra.length))}, null::text as end_of_row
    from (${all}) as page order by range_at, ${byKeys} limit ${sql.lit(rows)} offset ${sql.lit(skip)}`;
};
