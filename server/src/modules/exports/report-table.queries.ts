// Reports as a table: the 21 columns of spec 9, their kinds, and their cells as COPY writes them.
import {
  type PropertyReport,
  type ReportExtra,
  reportColumns,
  reportTextColumns,
} from '@survey/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { reviewState } from '../reports/report-rows.queries.ts';
import type { CellKind, Column } from '../spreadsheets/table.ts';

/** The time zone of cells with times. */
type Clock = 'operation' | 'UTC';

/** SQL for a time, which COPY writes in the format of R16. The fraction is cut off, because COPY would write it. */
const timeCell = (
  column: 'capture_time' | 'submission_time' | 'reviewed_at',
  clock: Clock,
): RawBuilder<unknown> => {
  const at = sql.ref(`reports.${column}`);
  return clock === 'UTC'
    ? sql`date_trunc('second', ${at} at time zone 'UTC')`
    : sql`date_trunc('second', ${at}::timestamp)`;
};

type Cells<Name extends string> = Partial<Record<Name, RawBuilder<unknown>>>;

/**
 * Cells whose value is not the column itself. For the photo it is the name: links expire, but exported files are kept.
 */
const ownCells = (clock: Clock): Cells<keyof PropertyReport> => ({
  basement: sql`reports.basement::int`,
  Store_front: sql`reports.store_front::int`,
  capture_time: timeCell('capture_time', clock),
  submission_time: timeCell('submission_time', clock),
  resubmission: sql`coalesce(reports.resubmission::text, 'No')`,
  picture_path: sql`reports.photo_name`,
});

const extraCells = (clock: Clock): Record<ReportExtra, RawBuilder<unknown>> => ({
  was_assigned: sql`(not reports.was_unassigned)::int`,
  is_second: sql`reports.is_second::int`,
  photo_awaited: sql`(reports.photo_awaited is not null)::int`,
  review: reviewState,
  reviewed_by: sql`reports.reviewed_by`,
  reviewed_at: timeCell('reviewed_at', clock),
  flags: sql`(select string_agg(check_name, ', ' order by severity desc, check_name)
    from flags where flags.report_id = reports.id and dismissed_at is null)`,
});

const kinds: Partial<Record<keyof PropertyReport | ReportExtra, CellKind>> = {
  basement: 'flag',
  Store_front: 'flag',
  capture_time: 'time',
  submission_time: 'time',
  resubmission: 'label-or-number',
  picture_path: 'photo',
  was_assigned: 'flag',
  is_second: 'flag',
  photo_awaited: 'flag',
  review: 'text',
  reviewed_by: 'text',
  reviewed_at: 'time',
  flags: 'text',
};

/** The 21 columns of spec 9 in its order, then the extra ones. */
export const reportTable = (extra: readonly ReportExtra[]): Column[] =>
  [...reportColumns, ...extra].map((name) => ({
    name,
    kind: kinds[name] ?? (reportTextColumns.some((one) => one === name) ? 'text' : 'number'),
  }));

/**
 * Adds the cells of `reportTable` to a query: booleans as 1 or 0, an empty resubmission as 'No'. The null at the end
 * marks the end of a row.
 */
export const withCells = <Row>(
  reports: SelectQueryBuilder<Tables, 'reports', Row>,
  extra: readonly ReportExtra[],
  clock: Clock = 'operation',
) => {
  const own = ownCells(clock);
  const extras = extraCells(clock);
  return reports
    .select([
      ...reportColumns.map((column) =>
        (own[column] ?? sql.ref(`reports.${column}`)).as(`cell_${column}`),
      ),
      ...extra.map((name, at) => extras[name].as(`extra_${at}`)),
    ])
    .select(sql<null>`null::text`.as('end_of_row'));
};

/** The names of these cells, for a query around theirs; `extra` is the number of extra columns. */
export const cellNames = (extra: number): string =>
  [
    ...reportColumns.map((column) => `"cell_${column}"`),
    ...Array.from({ length: extra }, (_, at) => `extra_${at}`),
  ].join(', ');
