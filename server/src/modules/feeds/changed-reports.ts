// Reports that arrived, changed or left since a moment, in the order of their ids (ADR 95).
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { cellNames, withCells } from '../exports/report-table.queries.ts';
import { matchingReports, type Selection } from '../reports/report-filters.ts';
import type { Condition, Moment } from './stable-pages.ts';

export interface ChangesWanted {
  filters: Selection;
  also?: Condition | undefined;
  /** Changes that this moment did not see yet. */
  since: Moment;
  /** Changes that this moment sees. Later ones are left to the next reading, so that paging ends. */
  until: Moment;
  after: number | undefined;
  rows: number;
}

type Reports = ReturnType<typeof matchingReports>;

/** All reports with such a change, whether or not they match the filters. */
const changed = (db: Reader, { since, until, after, rows }: ChangesWanted): Reports => {
  const found = db
    .selectFrom('reports')
    .where(sql<boolean>`reports.changed_xid >= pg_snapshot_xmin(${since.snapshot}::pg_snapshot)`)
    .where(
      sql<boolean>`not pg_visible_in_snapshot(reports.changed_xid, ${since.snapshot}::pg_snapshot)`,
    )
    .where(
      sql<boolean>`pg_visible_in_snapshot(reports.changed_xid, ${until.snapshot}::pg_snapshot)`,
    )
    .orderBy('reports.id')
    .limit(sql.lit(rows));
  return (after === undefined
    ? found
    : found.where('reports.id', '>', after)) as unknown as Reports;
};

/**
 * SQL for a page of these reports, by id: the columns of `reportTable`, then 1 where the report is current and matches,
 * else 0. Reports that no longer match are included, because the client must remove them.
 */
export const changedPage = (
  db: Reader,
  wanted: ChangesWanted,
  extra: Parameters<typeof withCells>[1],
) => {
  const matching = matchingReports(db, wanted.filters).where(
    sql<boolean>`reports.id = page.key_id`,
  );
  const isThere = (wanted.also ? wanted.also(matching) : matching).select(sql<number>`1`.as('one'));
  const cells = withCells(changed(db, wanted) as never, extra, 'UTC').select(
    'reports.id as key_id',
  );
  return sql`select ${sql.raw(cellNames(extra.length))}, exists (${isThere})::int as is_there,
      null::text as end_of_row
    from (${cells}) as page order by key_id`;
};
