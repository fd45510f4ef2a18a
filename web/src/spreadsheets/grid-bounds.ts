// Limits of a table while its rows are collected, for every file format.
import { refuseAbove } from './count-tags.ts';
import type { Merge } from './sheet.ts';
import { sheetLimits } from './sheet-limits.ts';

/** Beyond this many columns rows are sparse arrays: only their set indexes are visited. */
const denseColumns = 1024;

/** Visits the cells that are set. */
export const eachCell = <T>(cells: T[], visit: (cell: T, column: number) => void): void => {
  if (cells.length <= denseColumns) cells.forEach(visit);
  else for (const column in cells) visit(cells[column] as T, Number(column));
};

/** Counts rows, columns with content and cells; each call takes one more row and throws SheetError. */
export const gridBounds = (): ((cells: string[]) => void) => {
  const isUsed: boolean[] = [];
  let [rows, columns, filled] = [0, 0, 0];
  return (cells) => {
    rows += 1;
    refuseAbove(rows, sheetLimits.rows, 'too-many-rows');
    eachCell(cells, (cell, column) => {
      if (cell === '') return;
      filled += 1;
      if (cell.length > sheetLimits.cellCharacters) {
        refuseAbove(cell.length, sheetLimits.cellCharacters, 'too-long-cell');
      }
      if (isUsed[column]) return;
      isUsed[column] = true;
      columns += 1;
      refuseAbove(columns, sheetLimits.columns, 'too-many-columns');
    });
    refuseAbove(filled, sheetLimits.cells, 'too-many-cells');
  };
};

/** Throws SheetError where filling merged cells down would visit too many rows. */
export const checkMerges = (merges: readonly Merge[], rows: number): void => {
  refuseAbove(merges.length, sheetLimits.merges, 'too-many-merges');
  let spanned = 0;
  for (const { firstRow, lastRow } of merges) {
    spanned += Math.max(0, Math.min(lastRow, rows) - firstRow);
    refuseAbove(spanned, sheetLimits.places, 'too-many-merges');
  }
};
