// Counts cells in a sheet's XML before the library parses it: one pass over the bytes, without allocations.

import { type ReadFailure, SheetError } from './sheet.ts';
import { sheetLimits } from './sheet-limits.ts';

const [lessThan, slash, colon, greaterThan, space] = [60, 47, 58, 62, 32];
const letterC = 99;
const decoder = new TextDecoder('latin1');

/** Throws where there is more than the limit. */
export const refuseAbove = (count: number, limit: number, failure: ReadFailure): void => {
  if (count > limit) throw new SheetError(failure);
};

const isWord = (byte: number) =>
  (byte >= 97 && byte <= 122) ||
  (byte >= 65 && byte <= 90) ||
  (byte >= 48 && byte <= 57) ||
  byte === 95;
const endsName = (byte: number | undefined) =>
  byte === greaterThan || byte === space || byte === slash;

/** Where the name begins without its namespace prefix. */
const localStart = (bytes: Uint8Array, from: number): number => {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === colon) return at + 1;
    if (!isWord(byte)) return from;
  }
  return from;
};

const isAt = (bytes: Uint8Array, at: number, name: Uint8Array): boolean => {
  for (let index = 0; index < name.length; index += 1) {
    if (bytes[at + index] !== name[index]) return false;
  }
  return true;
};

const named = (name: string) => new TextEncoder().encode(name);
const [row, mergeCell, hyperlink, si, sstItem] = [
  'row>',
  'mergeCell ',
  'hyperlink ',
  'si>',
  'sstItem>',
].map(named) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];

/**
 * Counts cells, rows and merged blocks of a sheet of an .xlsx as the library finds them: by their tags, with or without
 * a prefix, at any depth. Hyperlink tags are renamed in place: the library would create a cell for each position that
 * a link spans.
 * Throws SheetError as soon as a limit is passed.
 */
export const checkSheetXml = (bytes: Uint8Array): void => {
  let [cells, rows, merges] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== lessThan) continue;
    const isClosing = bytes[at + 1] === slash;
    let name = at + (isClosing ? 2 : 1);
    if (!endsName(bytes[name + 1])) name = localStart(bytes, name);
    if (isClosing) {
      if (isAt(bytes, name, row)) {
        rows += 1;
        if (rows > sheetLimits.rows) throw new SheetError('too-many-rows');
      }
    } else if (bytes[name] === letterC && endsName(bytes[name + 1])) {
      cells += 1;
      if (cells > sheetLimits.cells) throw new SheetError('too-many-cells');
    } else if (isAt(bytes, name, mergeCell)) {
      merges += 1;
      if (merges > sheetLimits.merges) throw new SheetError('too-many-merges');
    } else if (isAt(bytes, name, hyperlink)) {
      bytes[name] = 120;
    }
  }
};

/** Counts the shared texts of an .xlsx. Throws SheetError as soon as there are too many. */
export const checkSharedStrings = (bytes: Uint8Array): void => {
  let texts = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== lessThan || bytes[at + 1] !== slash) continue;
    const name = localStart(bytes, at + 2);
    if (!isAt(bytes, name, si) && !isAt(bytes, name, sstItem)) continue;
    texts += 1;
    if (texts > sheetLimits.texts) throw new SheetError('too-many-texts');
  }
};

const repeated = /(columns|rows)-repeated\s*=\s*["']?([^"'\s/>]*)/g;

/** The repeat count of a cell or row of an .ods, as the library reads it. */
const repeats = (tag: string, of: 'columns' | 'rows'): number => {
  let most = 1;
  for (const [, direction, written = ''] of tag.matchAll(repeated)) {
    const count = Number(written) || Number.parseInt(written, 10) || 1;
    if (direction === of) most = Math.max(most, count);
  }
  return most;
};

const [tableRow, tableCell, coveredCell] = ['table-row', 'table-cell', 'covered-table-cell'].map(
  named,
) as [Uint8Array, Uint8Array, Uint8Array];

/**
 * Counts the cells of an .ods after expansion: a row repeated a million times is a hundred bytes. An empty cell counts
 * once however often it is repeated: the library skips it.
 * Throws SheetError as soon as there are too many.
 */
export const checkOdsContent = (bytes: Uint8Array): void => {
  let [cells, rowRepeats, merges] = [0, 1, 0];
  for (let at = bytes.indexOf(lessThan); at >= 0; ) {
    const next = bytes.indexOf(lessThan, at + 1);
    const name = localStart(bytes, at + 1);
    const isRow = isAt(bytes, name, tableRow);
    if (isRow || isAt(bytes, name, tableCell) || isAt(bytes, name, coveredCell)) {
      const tag = decoder.decode(bytes.subarray(name, next < 0 ? bytes.length : next));
      if (isRow) rowRepeats = repeats(tag, 'rows');
      else if (/^[^>]*\/>/.test(tag)) cells += 1;
      else cells += rowRepeats * repeats(tag, 'columns');
      if (/-spanned/.test(tag)) merges += 1;
      refuseAbove(cells, sheetLimits.cells, 'too-many-cells');
      refuseAbove(merges, sheetLimits.merges, 'too-many-merges');
    }
    at = next;
  }
};

/** Counts the cells of XML Spreadsheet 2003 and of HTML tables, and what they span. Throws SheetError. */
export const checkMarkup = (text: string): void => {
  let [cells, rows, merges, columns, htmlCells] = [0, 0, 0, 0, 0];
  for (const [, name = '', rest = ''] of text.matchAll(
    /<(?:[\w-]+:)?(cell|td|th|tr|row|column)\b([^<]*)/gi,
  )) {
    const kind = name.toLowerCase();
    if (kind === 'column') columns += 1 + Number(/Span\s*=\s*["']([^"']*)/i.exec(rest)?.[1] ?? 0);
    else if (kind === 'tr' || kind === 'row') rows += 1;
    else cells += 1;
    if (kind === 'td' || kind === 'th') htmlCells += 1;
    if (/(?:colspan|rowspan|MergeAcross|MergeDown)\s*=/i.test(rest)) merges += 1;
    refuseAbove(cells, sheetLimits.cells, 'too-many-cells');
    refuseAbove(rows, sheetLimits.rows, 'too-many-rows');
    refuseAbove(merges, sheetLimits.merges, 'too-many-merges');
    refuseAbove(columns, sheetLimits.lastColumn, 'too-many-columns');
  }
  refuseAbove(htmlCells * merges, sheetLimits.comparedMerges, 'too-many-merges');
};
