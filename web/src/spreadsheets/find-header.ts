// People put titles, dates and logos above their tables: which row is the header?
import { countKnownHeaders } from './known-headers.ts';
import type { GridRow } from './sheet.ts';

/** Rows with content that are examined. */
const searchedRows = 50;

const filled = (row: GridRow): string[] =>
  row.cells.filter((cell) => cell !== undefined && cell !== '');

const isWords = (cell: string): boolean => !/^[\d\s.,:/+-]+$/.test(cell);

/**
 * Index of the header among `rows`: the first of the rows with the most headers that the product knows
 * (2 or more); else the first row that fills at least half of the table's width with words; else the
 * first row at least half as wide as the table.
 */
export const findHeader = (rows: readonly GridRow[]): number => {
  const searched = rows.slice(0, searchedRows);
  const known = searched.map((row) => countKnownHeaders(filled(row)));
  const most = Math.max(0, ...known);
  if (most >= 2) return known.indexOf(most);
  const widths = searched.map((row) => filled(row).length);
  const half = Math.max(...widths) / 2;
  const wide = searched.map((_, at) => at).filter((at) => (widths[at] ?? 0) >= half);
  const ofWords = wide.find((at) => filled(searched[at] as GridRow).every(isWords));
  return ofWords ?? wide[0] ?? 0;
};
