// Cells and rows of a worksheet (ECMA-376, SpreadsheetML). Texts are latin1, one character for each byte of UTF-8.
import type { ByteWriter } from './byte-writer.ts';
import type { CsvReader, Row } from './csv-cells.ts';
import type { CellKind, Column } from './table.ts';

/** Indexes of the cell formats of `xlsx-parts.ts`. */
export const formats = { header: 1, text: 2, time: 3, link: 4 } as const;

/** Most characters of a cell in Excel. */
const mostCharacters = 32_767;

/**
 * Characters that must be escaped for XML or Excel: markup, control characters, U+FFFE and U+FFFF, and the beginning of
 * `_x0041_`, which Excel reads as a character.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
const special = /[&<>\u0000-\u0008\u000b-\u001f]|\u00ef\u00bf[\u00be\u00bf]|_(?=x[0-9A-Fa-f]{4}_)/;
const specials = new RegExp(special, 'g');

/**
 * Whether a character is a space, a tab or a line feed. XML keeps these at the ends of a text only with `xml:space`.
 */
const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escapeXml = (text: string): string =>
  special.test(text)
    ? text
        .replace(/\r\n?/g, '\n')
        .replace(specials, (found) => (found === '_' ? '_x005F_' : (entities[found] ?? '')))
    : text;

/** A text shortened to what a cell may contain. */
const shortened = (text: string): string => {
  const characters = Buffer.from(text, 'latin1').toString();
  if (characters.length <= mostCharacters) return text;
  const kept = characters.slice(0, mostCharacters - 1).replace(/[\ud800-\udbff]$/, '');
  return Buffer.from(`${kept}…`).toString('latin1');
};

const emptyCell = '<c/>';
const numberBegin = '<c><v>';
const valueEnd = '</v></c>';

/** A cell of text. Its format is text too, so that no program runs it as a formula, even after it is edited. */
export const textCell = (value: string, format: number = formats.text): string => {
  if (value === '') return emptyCell;
  const whole = value.length > mostCharacters ? shortened(value) : value;
  const text = escapeXml(whole);
  const hasSpaces = isSpace(text.charCodeAt(0)) || isSpace(text.charCodeAt(text.length - 1));
  const space = hasSpaces ? ' xml:space="preserve"' : '';
  return `<c s="${format}" t="inlineStr"><is><t${space}>${text}</t></is></c>`;
};

export const numberCell = (value: string): string =>
  value === '' ? emptyCell : `${numberBegin}${value}${valueEnd}`;

/** Excel's day number of 1 January 1970. */
const epochDay = 25_569;
const dayMs = 86_400_000;
const daySeconds = 86_400;
/** Most days in the cache: those of several decades. */
const mostDays = 20_000;

const [zero, slash, space, colon] = [48, 47, 32, 58];

/**
 * Whether a cell is `DD/MM/YYYY HH:mm:ss`. The database writes all times so, except before Christ, after 9999 and
 * infinity.
 */
const isTime = (bytes: Buffer, begin: number, end: number): boolean =>
  end - begin === 19 &&
  bytes[begin + 2] === slash &&
  bytes[begin + 5] === slash &&
  bytes[begin + 10] === space &&
  bytes[begin + 13] === colon &&
  bytes[begin + 16] === colon;

/** The number that two digits represent. */
const twoDigits = (bytes: Buffer, at: number): number =>
  ((bytes[at] as number) - zero) * 10 + (bytes[at + 1] as number) - zero;

/** Excel has a 29 February 1900, so its earlier day numbers are unreliable. */
const firstYear = 1901;

/** Cache of Excel's day numbers; the key is year, month and day as one number. */
const dayNumbers = new Map<number, Buffer>();

/** Excel's day number of `DD/MM/YYYY`; undefined for days before `firstYear`. */
const dayNumber = (bytes: Buffer, at: number): Buffer | undefined => {
  const [day, month] = [twoDigits(bytes, at), twoDigits(bytes, at + 3)];
  const year = twoDigits(bytes, at + 6) * 100 + twoDigits(bytes, at + 8);
  if (year < firstYear) return undefined;
  const key = (year * 100 + month) * 100 + day;
  const known = dayNumbers.get(key);
  if (known) return known;
  const number = Buffer.from(String(Date.UTC(year, month - 1, day) / dayMs + epochDay));
  if (dayNumbers.size < mostDays) dayNumbers.set(key, number);
  return number;
};

/** Cache of the decimals of each second of a day. */
const decimals: Buffer[] = [];

/** Decimals of a time as a fraction of a day, as many as Excel writes: 10 decimals are less than 9 µs. */
const digits = 10;

/** `HH:mm:ss` as decimals of a day. Rounded up, because a program that truncates would show the second before. */
const dayDecimals = (bytes: Buffer, at: number): Buffer => {
  const seconds =
    twoDigits(bytes, at) * 3600 + twoDigits(bytes, at + 3) * 60 + twoDigits(bytes, at + 6);
  decimals[seconds] ??= Buffer.from(
    (Math.ceil((seconds / daySeconds) * 10 ** digits) / 10 ** digits).toFixed(digits).slice(1),
  );
  return decimals[seconds];
};

const pieces = {
  emptyCell: Buffer.from(emptyCell),
  textBegin: Buffer.from(`<c s="${formats.text}" t="str"><v>`),
  numberBegin: Buffer.from(numberBegin),
  valueEnd: Buffer.from(valueEnd),
  timeBegin: Buffer.from(`<c s="${formats.time}"><v>`),
  rowBegin: Buffer.from('<row>'),
  rowEnd: Buffer.from('</row>'),
};

/** Writes one cell of a row. */
type CellWriter = (to: ByteWriter, row: CsvReader, at: number) => void;

/** Marks the bytes that may have to be escaped. */
const mayBeSpecial = Uint8Array.from({ length: 256 }, (_, code) =>
  code < 32 || '&<>_\u00ef'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** Whether the bytes of a cell can be copied without a change. */
const isPlain = (row: CsvReader, begin: number, end: number): boolean => {
  const { bytes } = row;
  if (end - begin > mostCharacters || bytes[begin] === space || bytes[end - 1] === space)
    return false;
  for (let at = begin; at < end; at += 1) {
    if (mayBeSpecial[bytes[at] as number]) return false;
  }
  return true;
};

const writeText: CellWriter = (to, row, at) => {
  const [begin, end] = [row.begins[at] as number, row.ends[at] as number];
  if (begin === end) to.copy(pieces.emptyCell);
  else if (!row.hasDoubledQuotes(at) && isPlain(row, begin, end)) {
    to.copy(pieces.textBegin);
    to.copy(row.bytes, begin, end);
    to.copy(pieces.valueEnd);
  } else to.write(textCell(row.text(at)));
};

const writeNumber: CellWriter = (to, row, at) => {
  const [begin, end] = [row.begins[at] as number, row.ends[at] as number];
  if (begin === end) to.copy(pieces.emptyCell);
  else {
    to.copy(pieces.numberBegin);
    to.copy(row.bytes, begin, end);
    to.copy(pieces.valueEnd);
  }
};

/** Writes a time as a date of Excel: a number with a format. Times without a day number are written as text. */
const writeTime: CellWriter = (to, row, at) => {
  const { bytes } = row;
  const [begin, end] = [row.begins[at] as number, row.ends[at] as number];
  const day = isTime(bytes, begin, end) ? dayNumber(bytes, begin) : undefined;
  if (!day) {
    writeText(to, row, at);
    return;
  }
  to.copy(pieces.timeBegin);
  to.copy(day);
  to.copy(dayDecimals(bytes, begin + 11));
  to.copy(pieces.valueEnd);
};

/** A formula that shows a text and links to an address. Neither may contain quotes. */
const linkCell = (address: string, value: string): string => {
  const text = escapeXml(value);
  return `<c s="${formats.link}" t="str"><f>HYPERLINK("${escapeXml(address)}","${text}")</f><v>${text}</v></c>`;
};

/** Gives the address to which the photo's cell of a row links. */
export type LinkOf = (row: Row) => string;

const writers: Record<CellKind, CellWriter> = {
  text: writeText,
  number: writeNumber,
  flag: writeNumber,
  'label-or-number': (to, row, at) =>
    /^\d+$/.test(row.text(at)) ? writeNumber(to, row, at) : writeText(to, row, at),
  time: writeTime,
  photo: writeText,
};

/**
 * The characters of photos' names. A cell with any other character gets no link, because it could break the formula.
 */
const isLinkable = /^[\w./-]+$/;

/** Returns a function that writes a row. */
export const rowWriter = (columns: readonly Column[], linkOf?: LinkOf) => {
  const write = columns.map(({ kind }) => writers[kind]);
  const photoAt = linkOf ? columns.findIndex(({ kind }) => kind === 'photo') : -1;
  return (to: ByteWriter, row: CsvReader): void => {
    to.copy(pieces.rowBegin);
    for (let at = 0; at < write.length; at += 1) {
      if (at === photoAt && linkOf && isLinkable.test(row.text(at))) {
        to.write(linkCell(linkOf(row), row.text(at)));
      } else {
        (write[at] as CellWriter)(to, row, at);
      }
    }
    to.copy(pieces.rowEnd);
  };
};
