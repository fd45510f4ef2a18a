// Workbooks (.xlsx, .xlsb, .xls of any age, .ods, XML and HTML tables) through SheetJS.
import {
  type CellObject,
  CFB,
  type ParsingOptions,
  read,
  set_cptable,
  type WorkBook,
} from '@e965/xlsx';
import { cellText } from './cell-text.ts';
import { checkBiff, checkXlsb } from './count-records.ts';
import {
  checkMarkup,
  checkOdsContent,
  checkSharedStrings,
  checkSheetXml,
  refuseAbove,
} from './count-tags.ts';
import { decodeText } from './decode-text.ts';
import type { FileKind } from './file-kind.ts';
import { checkMerges, eachCell, gridBounds } from './grid-bounds.ts';
import { type Grid, type GridRow, type Merge, type ReportProgress, SheetError } from './sheet.ts';
import { sheetLimits } from './sheet-limits.ts';
import { storeZip, unpackZip } from './unpack-zip.ts';

const options: ParsingOptions = {
  type: 'array',
  dense: true,
  cellNF: true,
  // Formatting every cell would cost a third of the time; cell-text.ts formats where needed.
  cellText: false,
  cellHTML: false,
  cellFormula: false,
};

/** Rows between two reports of progress. */
const rowsPerReport = 5000;

const decoder = new TextDecoder();

const asSheetError = (error: unknown): SheetError => {
  if (error instanceof SheetError) return error;
  const text = String(error);
  if (/password|encrypt/i.test(text)) return new SheetError('password-protected', error);
  if (/unsupported|cannot find workbook|could not find workbook/i.test(text)) {
    return new SheetError('not-a-spreadsheet', error);
  }
  return new SheetError('damaged', error);
};

const visibleIndexes = (book: WorkBook): number[] =>
  book.SheetNames.map((_, index) => index).filter(
    (index) => !book.Workbook?.Sheets?.[index]?.Hidden,
  );

const isTable = (book: WorkBook, index: number): boolean => {
  const sheet = book.Sheets[book.SheetNames[index] ?? ''];
  const type = sheet?.['!type'];
  return sheet !== undefined && (type === undefined || type === 'sheet');
};

/** Everything of an .xlsx but the cells: enough to learn the sheets' names and which are hidden. */
const withoutCells = (entries: Record<string, Uint8Array>): Record<string, Uint8Array> =>
  Object.fromEntries(
    Object.entries(entries).filter(
      ([name]) => !/(?:worksheets|chartsheets)[/\\]|sharedStrings/i.test(name),
    ),
  );

interface Chosen {
  book: WorkBook;
  index: number;
}

/** Counts the content of each entry first: the library reads entries whole. */
const checkParts = (entries: Record<string, Uint8Array>): void => {
  for (const [name, bytes] of Object.entries(entries)) {
    if (/\.bin$/i.test(name)) checkXlsb(bytes);
    else if (/sharedStrings/i.test(name)) checkSharedStrings(bytes);
    else if (!/\.rels$/i.test(name)) checkSheetXml(bytes);
  }
};

/** SheetJS reads a truncated sheet without an error; its last rows would be missing. */
const refuseCutSheets = (entries: Record<string, Uint8Array>): void => {
  for (const [name, bytes] of Object.entries(entries)) {
    const isSheet = /^\/?xl[/\\]worksheets[/\\][^/\\]+\.xml$/i.test(name);
    const end = isSheet ? decoder.decode(bytes.subarray(-64)) : '';
    if (isSheet && !/worksheet\s*>\s*$/.test(end)) throw new SheetError('damaged');
  }
};

const readOoxml = (entries: Record<string, Uint8Array>): Chosen => {
  refuseCutSheets(entries);
  checkParts(entries);
  const outline = read(storeZip(withoutCells(entries)), { ...options, sheets: [] });
  const whole = storeZip(entries);
  for (const index of visibleIndexes(outline)) {
    const book = read(whole, { ...options, sheets: index });
    if (isTable(book, index)) return { book, index };
    // SheetJS leaves out a sheet that it cannot read; charts and dialogs are no tables to begin with.
    const isCells = book.Sheets[book.SheetNames[index] ?? ''] === undefined;
    const others = (book as { Directory?: { charts?: string[] } }).Directory?.charts?.length;
    if (isCells && !others) throw new SheetError('damaged');
  }
  throw new SheetError('no-sheet');
};

const firstTable = (book: WorkBook): Chosen => {
  const index = visibleIndexes(book).find((at) => isTable(book, at));
  if (index === undefined) throw new SheetError('no-sheet');
  return { book, index };
};

const readZip = (bytes: Uint8Array, report: ReportProgress): Chosen => {
  const { names, entries } = unpackZip(bytes, report);
  report({ stage: 'parsing' });
  const manifest = entries['META-INF/manifest.xml'];
  if (manifest) {
    if (decoder.decode(manifest).includes('encryption-data')) {
      throw new SheetError('password-protected');
    }
    const type = entries.mimetype ? decoder.decode(entries.mimetype) : 'spreadsheet';
    if (!type.includes('spreadsheet')) throw new SheetError('not-a-spreadsheet');
    checkOdsContent(entries['content.xml'] ?? new Uint8Array());
    return firstTable(read(storeZip(entries), options));
  }
  if (!names.has('[Content_Types].xml')) throw new SheetError('not-a-spreadsheet');
  return readOoxml(entries);
};

/** The streams that may hold the cells of an .xls; older ones than Excel 5 are one stream without a container. */
const biffStreams = (kind: 'compound' | 'biff', bytes: Uint8Array): Uint8Array[] => {
  if (kind === 'biff') return [bytes];
  const container = CFB.read(bytes, { type: 'array' });
  return ['Workbook', 'Book']
    .map((name) => CFB.find(container, name)?.content)
    .filter((content) => content !== undefined)
    .map((content) => Uint8Array.from(content as ArrayLike<number>));
};

const readBinary = async (kind: 'compound' | 'biff', bytes: Uint8Array): Promise<Chosen> => {
  refuseAbove(bytes.length, sheetLimits.binaryBytes, 'too-large-xls');
  for (const stream of biffStreams(kind, bytes)) checkBiff(stream);
  // Code pages of .xls files older than Excel 97: Windows-1256 for Urdu, and the rest of the world.
  set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
  return firstTable(read(bytes, options));
};

const readTable = async (
  kind: Exclude<FileKind, 'text'>,
  bytes: Uint8Array,
  report: ReportProgress,
): Promise<Chosen> => {
  if (kind === 'zip') return readZip(bytes, report);
  report({ stage: 'parsing' });
  if (kind !== 'markup') return readBinary(kind, bytes);
  refuseAbove(bytes.length, sheetLimits.markupBytes, 'too-large-markup');
  checkMarkup(decodeText(bytes));
  // `raw`: an HTML table's cells stay as written, zeros in front and dates included.
  return firstTable(read(bytes, { ...options, raw: true }));
};

const rowText = (cells: (CellObject | undefined)[], date1904: boolean): string[] => {
  const texts: string[] = [];
  eachCell(cells, (cell, column) => {
    const text = cell ? cellText(cell, date1904) : '';
    if (text !== '') texts[column] = text;
  });
  return texts;
};

const gridOf = ({ book, index }: Chosen, report: ReportProgress): Grid => {
  const sheetName = book.SheetNames[index] ?? '';
  const sheet = book.Sheets[sheetName];
  const data: CellObject[][] = sheet?.['!data'] ?? [];
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  const rows: GridRow[] = [];
  refuseAbove(data.length, sheetLimits.rows, 'too-many-rows');
  const checkRow = gridBounds();
  for (let at = 0; at < data.length; at += 1) {
    if (at % rowsPerReport === 0) report({ stage: 'rows', rows: at, share: at / data.length });
    const row: (CellObject | undefined)[] = data[at] ?? [];
    refuseAbove(row.length, sheetLimits.lastColumn, 'too-many-columns');
    const cells = rowText(row, date1904);
    if (cells.length > 0) {
      checkRow(cells);
      rows.push({ number: at + 1, cells });
    }
    // Cell objects are far larger than their texts: each row is released once it is converted.
    delete data[at];
  }
  const merges = (sheet?.['!merges'] ?? []).map(
    ({ s, e }): Merge => ({ firstRow: s.r, lastRow: e.r, firstColumn: s.c, lastColumn: e.c }),
  );
  checkMerges(merges, data.length);
  return { sheetName, sheetCount: visibleIndexes(book).length, rows, merges };
};

/** Reads the first visible sheet of a workbook. Throws SheetError. */
export const readWorkbook = async (
  kind: Exclude<FileKind, 'text'>,
  bytes: Uint8Array,
  report: ReportProgress,
): Promise<Grid> => {
  try {
    return gridOf(await readTable(kind, bytes, report), report);
  } catch (error) {
    throw asSheetError(error);
  }
};
