// Cells of the CSV file, formatted by the database so that COPY can stream them.
import { type PropertyReport, type ReportExtra, reportColumns } from '@survey/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { reviewState } from '../reports/report-rows.queries.ts';

/** An instant in the format of R16. COPY writes it with its own date style where it has no fraction of a second. */
const timeCell = (column: 'capture_time' | 'submission_time' | 'reviewed_at') =>
  sql`date_trunc('second', ${sql.ref(`reports.${column}`)}::timestamp)`;

/** Cells whose value is not the column itself. The photo is its stable name: links expire, exported files are kept. */
const ownCells: Partial<Record<keyof PropertyReport, RawBuilder<unknown>>> = {
  basement: sql`reports.basement::int`,
  Store_front: sql`reports.store_front::int`,
  capture_time: timeCell('capture_time'),
  submission_time: timeCell('submission_time'),
  resubmission: sql`coalesce(reports.resubmission::text, 'No')`,
  picture_path: sql`reports.photo_name`,
};

const extraCells: Record<ReportExtra, RawBuilder<unknown>> = {
  was_assigned: sql`(not reports.was_unassigned)::int`,
  is_second: sql`reports.is_second::int`,
  photo_awaited: sql`(reports.photo_awaited is not null)::int`,
  review: reviewState,
  reviewed_by: sql`reports.reviewed_by`,
  reviewed_at: timeCell('reviewed_at'),
  flags: sql`(select string_agg(check_name, ', ' order by severity desc, check_name)
    from flags where flags.report_id = reports.id and dismissed_at is null)`,
};

/**
 * The 21 cells of spec 9 in its order: booleans 1 or 0, empty resubmission 'No'; then the optional columns. A null at
 * the end marks the end of each row for `csvRows`, which also escapes formulas.
 */
export const withCsvCells = <Row>(
  reports: SelectQueryBuilder<Tables, 'reports', Row>,
  extra: readonly ReportExtra[],
) =>
  reports
    .select([
      ...reportColumns.map((column) =>
        (ownCells[column] ?? sql.ref(`reports.${column}`)).as(`cell_${column}`),
      ),
      ...extra.map((name) => extraCells[name].as(`cell_${name}`)),
    ])
    .select(sql<null>`null::text`.as('end_of_row'));
