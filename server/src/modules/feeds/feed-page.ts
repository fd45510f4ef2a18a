// Writes a page of rows as text, while the rows are read from the database.
import type { Readable } from 'node:stream';
import { csvCells } from '../spreadsheets/csv-cells.ts';
import type { TableRows } from '../spreadsheets/table.ts';
import { wrapped } from '../spreadsheets/wrapped-stream.ts';

interface PageText {
  before: string;
  /** Writes one row; its cells are latin1 texts, and so must the result be. */
  row: (cells: readonly string[]) => string;
  /** @param last the first cell of the last row; undefined where no further rows follow */
  after: (written: { count: number; last: string | undefined }) => string;
}

/**
 * Writes rows with commas between them. `size + 1` rows are read: the last one is not written, it shows that more
 * follow.
 */
export const writePage = (
  { source, mark }: TableRows,
  size: number,
  { before, row, after }: PageText,
): Readable => {
  const cellsOf = csvCells(mark);
  let count = 0;
  let last: string | undefined;
  let hasMore = false;
  return wrapped(source, {
    before,
    each: (chunk) => {
      let text = '';
      for (const cells of cellsOf(chunk)) {
        if (count === size) {
          hasMore = true;
          break;
        }
        text += (count > 0 ? ',\n' : '') + row(cells);
        count += 1;
        last = cells[0];
      }
      return Buffer.from(text, 'latin1');
    },
    after: () => after({ count, last: hasMore ? last : undefined }),
  });
};

/** Writes the only row of a query; undefined where there is none. */
export const readOne = async (
  rows: TableRows,
  write: (cells: readonly string[]) => string,
): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  const page = writePage(rows, 1, { before: '', row: write, after: () => '' });
  for await (const chunk of page) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString() || undefined;
};
