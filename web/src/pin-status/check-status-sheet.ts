// The check of a sheet as a status file, as the page shows it.
import { limits } from '@survey/contract';
import type { Sheet } from '../spreadsheets/sheet.ts';
import {
  findStatusColumns,
  type RowError,
  type StatusColumn,
  type StatusRow,
  statusRowOf,
  validateStatusRows,
} from './validate-status-rows.ts';

export type StatusCheck =
  | { outcome: 'empty' }
  | { outcome: 'missing-columns'; missing: StatusColumn[] }
  | {
      outcome: 'checked';
      rows: number;
      /** The first rows, as the preview shows them. */
      preview: StatusRow[];
      blankStatuses: number;
      errorCount: number;
      /** The first messages, as many as are listed. */
      firstErrors: RowError[];
      /** Rows with at least one error. */
      rejectedRows: number;
    };

/** Checks a sheet. `errors` holds all errors; the check only those that the page shows. */
export const checkStatusSheet = (
  { headers, rows }: Pick<Sheet, 'headers' | 'rows'>,
  report: (done: number) => void = () => undefined,
): { check: StatusCheck; errors: RowError[] } => {
  if (rows.length === 0) return { check: { outcome: 'empty' }, errors: [] };
  const { indexes, missing } = findStatusColumns(headers);
  if (missing.length > 0) return { check: { outcome: 'missing-columns', missing }, errors: [] };
  const { errors, blankStatuses } = validateStatusRows(rows, indexes, report);
  return {
    errors,
    check: {
      outcome: 'checked',
      rows: rows.length,
      preview: rows.slice(0, limits.statusPreviewRows).map((row) => statusRowOf(row, indexes)),
      blankStatuses,
      errorCount: errors.length,
      firstErrors: errors.slice(0, limits.validationErrorsListed),
      rejectedRows: new Set(errors.map(({ index }) => index)).size,
    },
  };
};
