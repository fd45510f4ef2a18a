// A table as XLSX. Rows become XML and are compressed as they arrive, so that memory does not grow with their number. A
// full sheet is followed by another, and the parts that list the sheets come last.
import { Readable } from 'node:stream';
import { ByteWriter } from './byte-writer.ts';
import { CsvReader, type Row } from './csv-cells.ts';
import type { Column, TableRows } from './table.ts';
import { waitForTurn } from './wrapped-stream.ts';
import { type LinkOf, rowWriter } from './xlsx-cells.ts';
import {
  type AboutLine,
  aboutSheet,
  bookParts,
  sheetBegin,
  sheetEnd,
  sheetName,
  sheetPath,
  type WrittenSheet,
} from './xlsx-parts.ts';
import { type ZipEntry, zipOf } from './zip.ts';

/** Limits of a sheet: rows with the header, by Excel; bytes, so that its entry in the ZIP stays below 4 GB. */
const sheetLimits = { rows: 1_048_576, bytes: 3 * 2 ** 30 };
export type SheetLimits = typeof sheetLimits;

/** Most bytes that wait for the socket. */
const highWaterMark = 256 * 1024;

/** A file with one table, and a sheet that describes it. */
export interface Book {
  /** Name of the sheet; further sheets get a number. */
  name: string;
  columns: readonly Column[];
  /** Whether columns run from right to left, as for Urdu. */
  isRightToLeft: boolean;
  linkOf?: LinkOf;
  /** Called for each row, with hidden cells after those of the columns. */
  onRow?: (row: Row) => void;
  /** Name and lines of the last sheet; `lines` is called after all rows are written. */
  about: { name: string; lines: () => readonly AboutLine[] };
}

/** The rows of the table, which several sheets take one after another. */
class RowQueue {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #reader: CsvReader;
  /** Whether the reader stands at a row that was not taken yet. */
  #isAtRow = false;

  constructor({ source, mark }: TableRows) {
    this.#chunks = source[Symbol.asyncIterator]();
    this.#reader = new CsvReader(mark);
  }

  /** Waits for the next row; false after the last. */
  async hasNext(): Promise<boolean> {
    while (!this.#isAtRow) {
      this.#isAtRow = this.#reader.next();
      if (this.#isAtRow) break;
      const { done, value } = await this.#chunks.next();
      if (done) return false;
      await waitForTurn();
      this.#reader.push(value);
    }
    return true;
  }

  /** Passes rows that have arrived to a function, at most `most`. @returns how many */
  take(most: number, give: (row: CsvReader) => void): number {
    let count = 0;
    for (; this.#isAtRow && count < most; count += 1) {
      give(this.#reader);
      this.#isAtRow = this.#reader.next();
    }
    return count;
  }
}

async function* sheetContent(
  { columns, isRightToLeft, linkOf, onRow }: Book,
  queue: RowQueue,
  sheet: WrittenSheet,
  limits: SheetLimits,
): AsyncGenerator<Buffer> {
  const writeRow = rowWriter(columns, linkOf);
  const to = new ByteWriter();
  yield Buffer.from(sheetBegin(columns, isRightToLeft), 'latin1');
  let bytes = 0;
  while (sheet.filteredRows < limits.rows && bytes < limits.bytes && (await queue.hasNext())) {
    sheet.filteredRows += queue.take(limits.rows - sheet.filteredRows, (row) => {
      onRow?.(row);
      writeRow(to, row);
    });
    const written = to.take();
    bytes += written.length;
    yield written;
  }
  yield Buffer.from(sheetEnd(sheet), 'latin1');
}

async function* entriesOf(
  book: Book,
  rows: TableRows,
  limits: SheetLimits,
): AsyncGenerator<ZipEntry> {
  const queue = new RowQueue(rows);
  const sheets: WrittenSheet[] = [];
  const lastModified = new Date();
  do {
    const name = sheetName(book.name, sheets.length + 1);
    const sheet = { name, columns: book.columns.length, filteredRows: 1 };
    sheets.push(sheet);
    const content = sheetContent(book, queue, sheet, limits);
    yield { name: sheetPath(sheets.length), content, lastModified };
  } while (await queue.hasNext());
  sheets.push({ name: sheetName(book.about.name, 1), columns: 2, filteredRows: 0 });
  const about = aboutSheet(book.about.lines(), book.isRightToLeft);
  yield { name: sheetPath(sheets.length), content: Buffer.from(about, 'latin1'), lastModified };
  for (const { name, content } of bookParts(sheets)) {
    yield { name, content: Buffer.from(content), lastModified };
  }
}

/**
 * Streams the bytes of the file. An error of the rows destroys the stream: the file then has no directory, and no
 * program opens it.
 */
export const writeXlsx = (book: Book, rows: TableRows, limits = sheetLimits): Readable => {
  const zip = Readable.from(zipOf(entriesOf(book, rows, limits)), {
    objectMode: false,
    highWaterMark,
  });
  // Destroying the file stops only after the current row; this ends a long query at once.
  zip.once('close', () => rows.source.destroy());
  return zip;
};
