// Pages of a feed that belong together (ADR 95): whoever reads page after page, for hours and while reports arrive, gets
// each report that was current when the reading began exactly once. What came, changed or left meanwhile is in the
// changes since that moment.
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
export const decodeToken = <Value>(token: string, schema: z.ZodType<Value>): Value => {
  try {
    return schema.parse(JSON.parse(Buffer.from(token, 'base64url').toString()));
  } catch (error) {
    throw new AppError('invalid-input', say('feed-token'), { cause: error });
  }
};

/** A token with its moment. @throws AppError as `decodeToken` */
export const readToken = <Extra extends z.ZodRawShape>(token: string, extra: Extra) =>
  decodeToken(token, moment.extend(extra));

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

export interface PageWanted {
  filters: Selection;
  also?: Condition;
  moment: Moment;
  order: Order;
  /** Where the page begins. */
  place?: Place | undefined;
  skip?: number;
  /** Most rows; one more is read where a reader asks whether there is more. */
  rows: number;
}

/**
 * The reports of a filter as a table of its own, so that they are found by the filter's index and sorted: the order's
 * index would be walked past millions that do not match.
 */
const apart = (db: Reader, reports: Reports): Reports =>
  db.selectFrom(
    reports.selectAll('reports').offset(sql.lit(0)).as('reports'),
  ) as unknown as Reports;

/** SQL of a page's rows, as `readTable` reads them: the 21 columns and the optional ones of `reportTable`. */
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
  // A range is read only where those before it have not filled the page.
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
