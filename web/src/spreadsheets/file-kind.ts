// The kind of a file by its first bytes: the extension of its name is often wrong.
import { SheetError } from './sheet.ts';

/**
 * - `zip`: .xlsx, .xlsb, .ods. `compound`: .xls since 1993, and any workbook with a password.
 * - `biff`: .xls of Excel 2 to 4. `markup`: XML Spreadsheet 2003 or an HTML table named .xls.
 * - `text`: comma, semicolon or tab separated.
 */
export type FileKind = 'zip' | 'compound' | 'biff' | 'markup' | 'text';

/** Bytes examined to distinguish text from binary. */
const sample = 4096;

const startsWith = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, at) => bytes[at] === byte);

export type Utf16 = 'utf-16le' | 'utf-16be';

/** UTF-16 by its byte order mark or, without one, by the zero bytes of its Latin letters. */
export const utf16Of = (bytes: Uint8Array): Utf16 | undefined => {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  const pairs = Math.floor(Math.min(bytes.length, sample) / 2);
  let zerosFirst = 0;
  let zerosSecond = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    if (bytes[pair * 2] === 0) zerosFirst += 1;
    if (bytes[pair * 2 + 1] === 0) zerosSecond += 1;
  }
  // A third: in Urdu text only digits, separators and line ends have a zero byte.
  if (zerosSecond * 3 > pairs && zerosFirst * 50 < pairs) return 'utf-16le';
  if (zerosFirst * 3 > pairs && zerosSecond * 50 < pairs) return 'utf-16be';
  return undefined;
};

const isControl = (byte: number) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13;

const looksBinary = (bytes: Uint8Array): boolean => {
  const start = bytes.subarray(0, sample);
  return start.includes(0) || start.filter(isControl).length * 100 > start.length;
};

const markupStart = /^[\s\ufeff]*<(?:\?xml|!doctype html|html|table|meta|head|body|style)/i;
const tableMark = /<table|urn:schemas-microsoft-com:office:spreadsheet/i;

const textKind = (bytes: Uint8Array): FileKind => {
  const utf16 = utf16Of(bytes);
  if (!utf16 && looksBinary(bytes)) throw new SheetError('not-a-spreadsheet');
  const start = new TextDecoder(utf16 ?? 'utf-8').decode(bytes.subarray(0, 65_536));
  if (!markupStart.test(start)) return 'text';
  if (!tableMark.test(start)) throw new SheetError('not-a-spreadsheet');
  return 'markup';
};

const foreign = [
  [0x25, 0x50, 0x44, 0x46], // %PDF
  [0x89, 0x50, 0x4e, 0x47], // PNG
  [0xff, 0xd8, 0xff], // JPEG
  [0x47, 0x49, 0x46, 0x38], // GIF8
  [0x7b, 0x5c, 0x72, 0x74, 0x66], // {\rtf
];

/** The kind of the file. Throws SheetError 'empty' or 'not-a-spreadsheet'. */
export const fileKind = (bytes: Uint8Array): FileKind => {
  if (bytes.length === 0) throw new SheetError('empty');
  if (startsWith(bytes, 0x50, 0x4b, 3, 4)) return 'zip';
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'compound';
  const isBiff = bytes[0] === 9 && [0, 2, 4, 8].includes(bytes[1] ?? -1) && (bytes[2] ?? 99) < 17;
  if (isBiff && bytes[3] === 0) return 'biff';
  if (foreign.some((start) => startsWith(bytes, ...start))) {
    throw new SheetError('not-a-spreadsheet');
  }
  return textKind(bytes);
};
