// The summary of a parcel list before it is sent (R9).
import { circleKey, type UnitColumn, unitColumnOf } from '@survey/contract';
import type { Sheet } from '../spreadsheets/sheet.ts';
import type { RowReason } from '../spreadsheets/write-reasons.ts';

export interface RecognisedColumn {
  header: string;
  field: UnitColumn;
}

export interface UnitsSummary {
  rows: number;
  recognised: RecognisedColumn[];
  /** Headers without a known field; their columns are stored unchanged. */
  others: string[];
  /** Circle, Pin, or both, where the sheet has no such column. */
  missing: ('Circle' | 'Pin')[];
  /** Rows without Circle or Pin: stored, but never assignable. */
  unassignable: number;
  /** Rows that repeat circle and pin of an earlier row. */
  duplicates: number;
  /** PINs such as 1.23E+11, whose digits were lost when the file was saved. */
  shortenedPins: number;
  /** Cells with #N/A, #REF! and other error values. */
  errorCells: number;
}

const shortened = /^\d(?:[.,]\d+)?E\+?\d+$/i;
const cellError = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)$/;

/** The index of the first column for a field, -1 where there is none. */
const columnOf = (headers: readonly string[], field: UnitColumn): number =>
  headers.findIndex((header) => unitColumnOf(header) === field);

/** Calls `visit` with circle, pin and whether an earlier row has the same. */
const eachUnit = (
  { headers, rows }: Pick<Sheet, 'headers' | 'rows'>,
  visit: (circle: string, pin: string, firstIndex: number | undefined, index: number) => void,
): void => {
  const circleColumn = columnOf(headers, 'Circle');
  const pinColumn = columnOf(headers, 'Pin');
  const firstIndexes = new Map<string, number>();
  rows.forEach((row, index) => {
    const circle = row[circleColumn] ?? '';
    const pin = row[pinColumn] ?? '';
    const key = `${circleKey(circle)}\n${pin}`;
    const first = circle && pin ? firstIndexes.get(key) : undefined;
    if (circle && pin && first === undefined) firstIndexes.set(key, index);
    visit(circle, pin, first, index);
  });
};

const countErrorCells = (rows: readonly string[][]): number => {
  let count = 0;
  for (const row of rows) {
    for (const cell of row) if (cell.startsWith('#') && cellError.test(cell)) count += 1;
  }
  return count;
};

/** Summarises a parcel list by its headers and rows. */
export const summarizeUnits = (sheet: Pick<Sheet, 'headers' | 'rows'>): UnitsSummary => {
  const { headers, rows } = sheet;
  const recognised: RecognisedColumn[] = [];
  const others: string[] = [];
  for (const header of headers) {
    const field = unitColumnOf(header);
    if (field && !recognised.some((column) => column.field === field)) {
      recognised.push({ header, field });
    } else {
      others.push(header);
    }
  }
  let unassignable = 0;
  let duplicates = 0;
  let shortenedPins = 0;
  eachUnit(sheet, (circle, pin, first) => {
    if (!circle || !pin) unassignable += 1;
    if (first !== undefined) duplicates += 1;
    if (shortened.test(pin)) shortenedPins += 1;
  });
  return {
    rows: rows.length,
    recognised,
    others,
    missing: (['Circle', 'Pin'] as const).filter((field) => columnOf(headers, field) < 0),
    unassignable,
    duplicates,
    shortenedPins,
    errorCells: countErrorCells(rows),
  };
};

const reasonOf = (circle: string, pin: string): string | undefined => {
  if (!circle && !pin) return 'No Circle and no Pin';
  if (!circle) return 'No Circle';
  if (!pin) return 'No Pin';
  return shortened.test(pin)
    ? 'The digits of this Pin were dropped when the file was saved'
    : undefined;
};

/** The rows to check before sending, each with the reason. Row numbers are the file's. */
export const questionableRows = (
  sheet: Pick<Sheet, 'headers' | 'rows' | 'rowNumbers'>,
): RowReason[] => {
  const reasons: RowReason[] = [];
  eachUnit(sheet, (circle, pin, first, index) => {
    const same =
      first === undefined ? undefined : `Same Circle and Pin as row ${sheet.rowNumbers[first]}`;
    const reason = reasonOf(circle, pin) ?? same;
    if (reason) reasons.push({ index, reason });
  });
  return reasons;
};
