// Cells of the CSV file, made by the database so that COPY can stream them straight through.
import {
  formulaStarts,
  type PropertyReport,
  reportColumns,
  reportTextColumns,
} from '@survey/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';

const formulaCodes = sql.join(formulaStarts.map((start) => sql.lit(start.charCodeAt(0))));

/** Contract's `harmlessCell` in SQL; empty texts are empty cells, without quotes. */
const textCell = (column: string) => {
  const text = sql.ref(`reports.${column}`);
  return sql`case when ascii(${text}) in (${formulaCodes}) then '''' || ${text} else nullif(${text}, '') end`;
};

/** An instant as decision 16 writes it: COPY's own date style does, where there is no part of a second. */
const timeCell = (column: 'capture_time' | 'submission_time') =>
  sql`date_trunc('second', ${sql.ref(`reports.${column}`)}::timestamp)`;

/** Cells that are not the column as it stands. The stable name of a photo: links expire, files are kept. */
const ownCells: Partial<Record<keyof PropertyReport, RawBuilder<unknown>>> = {
  ...Object.fromEntries(reportTextColumns.map((column) => [column, textCell(column)])),
  basement: sql`reports.basement::int`,
  Store_front: sql`reports.store_front::int`,
  capture_time: timeCell('capture_time'),
  submission_time: timeCell('submission_time'),
  resubmission: sql`coalesce(reports.resubmission::text, 'No')`,
  picture_path: sql`reports.photo_name`,
};

/** The 21 cells of section 9 in its order: booleans 1 or 0, empty resubmission 'No'. */
export const withCsvCells = <Row>(reports: SelectQueryBuilder<Tables, 'reports', Row>) =>
  reports.select(
    reportColumns.map((column) =>
      (ownCells[column] ?? sql.ref(`reports.${column}`)).as(`cell_${column}`),
    ),
  );
