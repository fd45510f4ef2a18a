// A spreadsheet's cell as the text a person would type: every digit, day first, no exponent.
import { type CellObject, SSF } from '@e965/xlsx';
import { trimCell } from './trim-cell.ts';

type FormatKind = 'plain' | 'as-shown' | 'moment' | 'time';

/** Quoted text, escaped characters, padding, colours and locales of a number format. */
const literals = /"[^"]*"|\\.|_.|\*.|\[(?:[A-Za-z]+\d*|\$[^\]]*|[<>=][^\]]*)\]/g;

const kindOfFormat = (format: string): FormatKind => {
  if (/\[[hms]+\]/i.test(format)) return 'as-shown';
  const positive = format.split(';')[0] ?? '';
  const codes = positive.replace(literals, '');
  if (SSF.is_date(format)) return /[dyeb]/i.test(codes) || !/[hs]/i.test(codes) ? 'moment' : 'time';
  if (codes.includes('%')) return 'as-shown';
  // A mask of zeros, such as 0000000 or 00000-0000000-0: its leading zeros and hyphens are part of the text.
  const isMask = /^[0\-\s/()]+$/.test(codes) && /0{2}|0[^0]|[^0]0/.test(positive.trim());
  return isMask ? 'as-shown' : 'plain';
};

const kinds = new Map<string, FormatKind>();
const rememberedKind = (format: string): FormatKind => {
  const known = kinds.get(format);
  if (known) return known;
  const kind = kindOfFormat(format);
  kinds.set(format, kind);
  return kind;
};

/** A number with all its digits: 351234567890 stays so, 7 is never '7.0'. Excel keeps 15 digits. */
export const plainNumber = (value: number): string => {
  if (!Number.isFinite(value)) return '';
  if (Number.isInteger(value)) {
    return Math.abs(value) < 1e21 ? String(value === 0 ? 0 : value) : BigInt(value).toString();
  }
  const rounded = Number(value.toPrecision(15));
  const written = String(rounded);
  return written.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/, '') : written;
};

const two = (value: number) => String(value).padStart(2, '0');

const moment = (serial: number, date1904: boolean, kind: FormatKind): string | undefined => {
  // Half a second of a day: binary fractions of a day are rarely whole seconds.
  const parts = SSF.parse_date_code(serial + 0.5 / 86_400, { date1904 });
  if (!parts) return undefined;
  const time = `${two(parts.H)}:${two(parts.M)}:${two(Math.floor(parts.S))}`;
  if (kind === 'time' && serial < 1) return time;
  const day = `${two(parts.d)}/${two(parts.m)}/${String(parts.y).padStart(4, '0')}`;
  return time === '00:00:00' ? day : `${day} ${time}`;
};

const numberText = (value: number, format: string, date1904: boolean): string => {
  const kind = rememberedKind(format);
  if (kind === 'plain') return plainNumber(value);
  if (kind === 'as-shown') {
    // SheetJS takes a locale without a currency, [$-809], for a dollar.
    return trimCell(SSF.format(format.replace(/\[\$-[^\]]*\]/g, ''), value, { date1904 }));
  }
  return moment(value, date1904, kind) ?? plainNumber(value);
};

const errorTexts: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

/**
 * The text of a cell; '' where it is blank. Dates are DD/MM/YYYY, with HH:mm:ss where there is a time.
 * `date1904` is the workbook's day zero.
 */
export const cellText = (cell: CellObject, date1904: boolean): string => {
  switch (cell.t) {
    case 'n': {
      const format = typeof cell.z === 'string' ? cell.z : 'General';
      return numberText(cell.v as number, format, date1904);
    }
    case 's':
      return trimCell(String(cell.v ?? ''));
    case 'b':
      return cell.v ? 'TRUE' : 'FALSE';
    case 'e':
      return errorTexts[cell.v as number] ?? cell.w ?? '#ERROR';
    default:
      return '';
  }
};
