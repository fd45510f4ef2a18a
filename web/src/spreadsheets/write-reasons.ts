// Writes the refused rows of the user's sheet with a column of reasons.
import type { Sheet } from './sheet.ts';
import { writeBook } from './write-book.ts';

/** A row by its index in the sheet, and the reason to show beside it. */
export interface RowReason {
  index: number;
  reason: string;
}

const reasonHeader = (headers: readonly string[]): string => {
  let name = 'Why';
  for (let count = 2; headers.includes(name); count += 1) name = `Why ${count}`;
  return name;
};

/** An .xlsx of these rows: all columns as text, so that leading zeros stay, and the reasons last. */
export const writeReasons = async (sheet: Sheet, reasons: readonly RowReason[]): Promise<Blob> => {
  const rows = reasons.map(({ index, reason }) => [...(sheet.rows[index] ?? []), reason]);
  return writeBook([[...sheet.headers, reasonHeader(sheet.headers)], ...rows]);
};
