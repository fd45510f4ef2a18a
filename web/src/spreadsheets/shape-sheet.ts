// From rows as they stood in the file to a table with a header.
import { refuseAbove } from './count-tags.ts';
import { findHeader } from './find-header.ts';
import { eachCell } from './grid-bounds.ts';
import type { Grid, GridRow, Merge, Sheet } from './sheet.ts';
import { sheetLimits } from './sheet-limits.ts';

/** A, B … Z, AA: the name of a column without a header. */
const columnLetters = (column: number): string => {
  const rest = Math.floor(column / 26) - 1;
  return (rest >= 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + (column % 26));
};

const headerOf = (cell: string | undefined, column: number): string =>
  cell ? cell.replace(/\s+/g, ' ') : `Column ${columnLetters(column)}`;

/** Headers made unique: the second 'Pin' is 'Pin_1', as SheetJS and older consoles name it. */
const uniqueHeaders = (headers: string[]): string[] => {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return headers.map((header) => {
    let name = header;
    for (let count = counts.get(header) ?? 0; taken.has(name); name = `${header}_${count}`) {
      count += 1;
      counts.set(header, count);
    }
    taken.add(name);
    return name;
  });
};

/** Columns with content somewhere from the header on, in the order of the file. */
const usedColumns = (rows: readonly GridRow[]): number[] => {
  const used = new Set<number>();
  for (const { cells } of rows) {
    eachCell(cells, (cell, column) => {
      if (cell !== '') used.add(column);
    });
  }
  return [...used].sort((a, b) => a - b);
};

/** Copies the text of a merged cell to all rows that it spans: only its first row has it. */
const fillDown = (body: readonly GridRow[], merges: readonly Merge[]): void => {
  const downwards = merges.filter((merge) => merge.lastRow > merge.firstRow);
  if (downwards.length === 0) return;
  const indexByNumber = new Map(body.map((row, index) => [row.number, index]));
  for (const { firstRow, lastRow, firstColumn } of downwards) {
    const start = indexByNumber.get(firstRow + 1);
    const text = start === undefined ? undefined : body[start]?.cells[firstColumn];
    if (start === undefined || !text) continue;
    for (
      let at = start + 1;
      (body[at]?.number ?? Number.POSITIVE_INFINITY) <= lastRow + 1;
      at += 1
    ) {
      const cells = (body[at] as GridRow).cells;
      if (!cells[firstColumn]) cells[firstColumn] = text;
    }
  }
};

/**
 * Finds the header, drops the rows above it and blank columns.
 * Throws SheetError where rows × columns are too many to keep.
 */
export const shapeSheet = ({ sheetName, sheetCount, rows, merges }: Grid): Sheet => {
  const headerAt = findHeader(rows);
  const header = rows[headerAt];
  if (!header) {
    return { sheetName, sheetCount, headers: [], rows: [], rowNumbers: [], headerRow: 1 };
  }
  const body = rows.slice(headerAt + 1);
  fillDown(body, merges);
  const columns = usedColumns(rows.slice(headerAt));
  refuseAbove(body.length * columns.length, sheetLimits.places, 'too-wide-table');
  return {
    sheetName,
    sheetCount,
    headers: uniqueHeaders(columns.map((column) => headerOf(header.cells[column], column))),
    rows: body.map(({ cells }) => columns.map((column) => cells[column] ?? '')),
    rowNumbers: body.map(({ number }) => number),
    headerRow: header.number,
  };
};
