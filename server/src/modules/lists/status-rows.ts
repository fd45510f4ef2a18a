// Converts a row of a status file into a line of the staging table.
import { type StatusRow, statusRow } from '@survey/contract';
import { copyText } from '../../database/copy-text.ts';
import { RowRefusal } from '../../plugins/refused-rows.ts';
import { say } from '../../say.ts';

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Whether a row that was read has a blank Status, which means 0 (R15). */
export const isBlankStatus = (row: unknown): boolean =>
  isBlank((row as { status?: unknown } | null)?.status);

const shown = (value: unknown): string => {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/**
 * Reads one row.
 * @throws RowRefusal in the words of spec 5
 */
export const readStatusRow = (row: unknown): StatusRow => {
  const parsed = statusRow.safeParse(row);
  if (parsed.success) return parsed.data;
  const given = (row ?? {}) as { circle?: unknown; pin?: unknown; status?: unknown };
  if (isBlank(given.circle) || isBlank(given.pin)) {
    throw new RowRefusal((row) => say('row-missing', { row }));
  }
  const [issue] = parsed.error.issues;
  if (issue?.path[0] === 'status') {
    throw new RowRefusal((row) => say('row-status', { row, status: shown(given.status) }));
  }
  const [column, problem] = [String(issue?.path[0]), String(issue?.message)];
  throw new RowRefusal((row) => say('row-cell', { row, column, problem }));
};

/**
 * One line of the staging table, in the order of its columns (bulk-status.commands.ts).
 * @param key the circle's key
 * @param isPlain whether the row's batch needs no escapes
 */
export const stagedLine = (
  index: number,
  { circle, pin, status }: StatusRow,
  key: string,
  isPlain: boolean,
): string =>
  isPlain
    ? `${index}\t${key}\t${circle}\t${pin}\t${status}\n`
    : `${index}\t${copyText(key)}\t${copyText(circle)}\t${copyText(pin)}\t${status}\n`;
