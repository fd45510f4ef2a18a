import { msg } from '../text/text.ts';
// What reading gives: one table of text, whatever the file was.

/** A row as it stood in the file, blank cells included up to its last one. */
export interface GridRow {
  /** Row number in the file, from 1. */
  number: number;
  /** Trimmed text by column; holes and '' are blank. */
  cells: string[];
}

/** A block of merged cells; all four from 0, inclusive. */
export interface Merge {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

/** The first visible sheet before its header is known. Rows that are blank throughout are left out. */
export interface Grid {
  sheetName: string;
  /** Sheets that a person sees in the file; 1 for text files. */
  sheetCount: number;
  rows: GridRow[];
  merges: Merge[];
}

/** A table with a header. Every row has as many cells as there are headers. */
export interface Sheet {
  sheetName: string;
  sheetCount: number;
  /** Unique, never blank. */
  headers: string[];
  rows: string[][];
  /** Row numbers in the file, from 1; one for each of `rows`. */
  rowNumbers: number[];
  /** Row number of the header in the file, from 1. */
  headerRow: number;
}

/** How far reading has come. `parsing` has no number of its own: the library reads a sheet in one go. */
export type ReadProgress =
  | { stage: 'bytes'; done: number; total: number }
  | { stage: 'unpacking'; done: number; total: number }
  | { stage: 'parsing' }
  /** `share` of the rows that are done, 0 to 1. */
  | { stage: 'rows'; rows: number; share: number };

export type ReportProgress = (progress: ReadProgress) => void;

/** Why a file cannot be read, as a sentence for the person who chose it. */
export const readFailures = {
  'cannot-open': msg(
    'The browser could not open the file. It may have been moved, changed or deleted.',
  ),
  empty: msg('The file is empty.'),
  'password-protected': msg(
    'The file is protected with a password. Save it without one and try again.',
  ),
  'not-a-spreadsheet': msg('The content of the file is not a spreadsheet.'),
  damaged: msg('The file is damaged or incomplete.'),
  'too-large': msg('The file holds more data than can be opened here.'),
  'no-sheet': msg('The file has no visible sheet.'),
} as const;
export type ReadFailure = keyof typeof readFailures;

/** A file that cannot be read; `message` is the sentence of `readFailures`. */
export class SheetError extends Error {
  readonly failure: ReadFailure;

  constructor(failure: ReadFailure, cause?: unknown) {
    super(readFailures[failure], { cause });
    this.name = 'SheetError';
    this.failure = failure;
  }
}
