import { msg } from '../text/text.ts';
// The result of reading: one table of text, for every file format.

/** A row of the file, with blank cells up to its last one. */
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
  /** Visible sheets in the file; 1 for text files. */
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

/** The progress of reading. `parsing` has no number: the library reads a sheet in one call. */
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
  'too-large': msg('The file holds more data than can be opened here: over 400 MB unpacked.'),
  'too-large-xls': msg(
    'The file is larger than 64 MB, more than can be opened of this old format. Save it as .xlsx.',
  ),
  'too-large-markup': msg(
    'The file is a table of more than 128 MB written as a page. Save it as .xlsx.',
  ),
  'too-many-parts': msg('The file is made of more than 10,000 parts, such as sheets and pictures.'),
  'too-many-cells': msg(
    'The sheet has more than 6,000,000 cells, blank ones included. Delete blank rows and columns, or split the file.',
  ),
  'too-many-texts': msg('The file has more than 6,000,000 different texts. Split it.'),
  'too-wide-table': msg(
    'The rows and columns of the sheet make more than 20,000,000 places. Delete blank columns, or split the file.',
  ),
  'too-many-rows': msg('The sheet has more than 1,048,576 rows. Split the file.'),
  'too-many-columns': msg(
    'The sheet has more than 1,000 columns with content. Delete those that are not needed.',
  ),
  'too-many-merges': msg(
    'The sheet has more than 100,000 merged cells, or they span too many rows. Unmerge them.',
  ),
  'too-long-cell': msg('A cell of the sheet has more than 32,767 characters.'),
  'too-slow': msg(
    'Reading takes too long: it was stopped after 180 seconds. Delete what is not needed, or split the file.',
  ),
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
