// Cells and rows of a worksheet (ECMA-376, SpreadsheetML). Texts are latin1, one character for each byte of UTF-8.
import type { CellKind, Column } from './table.ts';

/** Numbers of the cell formats in `xlsx-parts.ts`. */
export const formats = { header: 1, text: 2, time: 3, link: 4 } as const;

/** Characters that Excel takes in one cell. */
const mostCharacters = 32_767;

/**
 * What XML or Excel would not take as it is: markup, control characters, U+FFFE and U+FFFF, and `_x0041_`, which Excel
 * reads as a character.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
const special = /[&<>\u0000-\u0008\u000b-\u001f]|\u00ef\u00bf[\u00be\u00bf]|_(?=x[0-9A-Fa-f]{4}_)/;
const specials = new RegExp(special, 'g');

/** Whether a character is a space, a tab or a line feed: XML keeps them at the ends of a text where that is asked for. */
const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escapeXml = (text: string): string =>
  special.test(text)
    ? text
        .replace(/\r\n?/g, '\n')
        .replace(specials, (found) => (found === '_' ? '_x005F_' : (entities[found] ?? '')))
    : text;

/** As much of a text as a cell may have. */
const shortened = (text: string): string => {
  const characters = Buffer.from(text, 'latin1').toString();
  if (characters.length <= mostCharacters) return text;
  const kept = characters.slice(0, mostCharacters - 1).replace(/[\ud800-\udbff]$/, '');
  return Buffer.from(`${kept}…`).toString('latin1');
};

/** A cell of text, which no program runs as a formula, not even when it is edited: its format is text. */
export const textCell = (value: string, format: number = formats.text): string => {
  if (value === '') return '<c/>';
  const whole = value.length > mostCharacters ? shortened(value) : value;
  const text = escapeXml(whole);
  const hasSpaces = isSpace(text.charCodeAt(0)) || isSpace(text.charCodeAt(text.length - 1));
  const space = hasSpaces ? ' xml:space="preserve"' : '';
  return `<c s="${format}" t="inlineStr"><is><t${space}>${text}</t></is></c>`;
};

export const numberCell = (value: string): string =>
  value === '' ? '<c/>' : `<c><v>${value}</v></c>`;

const isTime = /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/;
/** The day of 1 January 1970 as Excel counts days. */
const epochDay = 25_569;
const dayMs = 86_400_000;

let lastDay = '';
let lastSerial = 0;

/** `DD/MM/YYYY` as Excel's number of the day. Reports are in the order of time, so that most days repeat. */
const dayNumber = (day: string): number => {
  if (day === lastDay) return lastSerial;
  const at = Date.UTC(Number(day.slice(6)), Number(day.slice(3, 5)) - 1, Number(day.slice(0, 2)));
  lastDay = day;
  lastSerial = at / dayMs + epochDay;
  return lastSerial;
};

/** A true date: a number with a format. Excel knows none before 1900, they stay text. */
export const timeCell = (value: string): string => {
  if (!isTime.test(value) || value.slice(6, 10) < '1901') return textCell(value);
  const seconds =
    Number(value.slice(11, 13)) * 3600 + Number(value.slice(14, 16)) * 60 + Number(value.slice(17));
  // All digits: a program that cuts a time off would show the second before.
  return `<c s="${formats.time}"><v>${dayNumber(value.slice(0, 10)) + seconds / 86_400}</v></c>`;
};

/** A formula that shows a text and leads to an address. Neither may have quotes. */
const linkCell = (address: string, value: string): string => {
  const text = escapeXml(value);
  return `<c s="${formats.link}" t="str"><f>HYPERLINK("${escapeXml(address)}","${text}")</f><v>${text}</v></c>`;
};

/** The address that a photo's cell leads to, by the cells of its row. */
export type LinkOf = (cells: readonly string[]) => string;

const writers: Record<CellKind, (value: string) => string> = {
  text: (value) => textCell(value),
  number: numberCell,
  flag: numberCell,
  'label-or-number': (value) => (/^\d+$/.test(value) ? numberCell(value) : textCell(value)),
  time: timeCell,
  photo: (value) => textCell(value),
};

/** Names of photos are made of these; any other text gets no link. */
const isLinkable = /^[\w./-]+$/;

/** A function that writes rows. */
export const rowWriter = (columns: readonly Column[], linkOf?: LinkOf) => {
  const write = columns.map(({ kind }) => writers[kind]);
  const photoAt = linkOf ? columns.findIndex(({ kind }) => kind === 'photo') : -1;
  return (cells: readonly string[]): string => {
    let row = '<row>';
    for (let at = 0; at < write.length; at += 1) {
      const value = cells[at] as string;
      row +=
        at === photoAt && linkOf && isLinkable.test(value)
          ? linkCell(linkOf(cells), value)
          : (write[at] as (value: string) => string)(value);
    }
    return `${row}</row>`;
  };
};
