// Converts a row of a sheet, whatever it contains, into a unit (R9).
import { createHash } from 'node:crypto';
import { circleKey, limits, type UnitColumn, unitColumnOf, unitColumns } from '@survey/contract';
import { copyNull, copyText } from '../../database/copy-text.ts';
import { RowRefusal } from '../../plugins/refused-rows.ts';
import { say } from '../../say.ts';

/** The text of a row's known columns, and all other columns unchanged, as the members of a JSON object. */
export interface UnitRow {
  known: Record<UnitColumn, string>;
  extra: string[];
  /** Whether no text needs a check or an escape (RowBatch). */
  isPlain: boolean;
}

interface Header {
  column: UnitColumn | undefined;
  /** The header as JSON. */
  json: string;
}

/** Headers cached, and their greatest length. A sheet has a few; a malicious body has new, long ones in every row. */
const headersRemembered = 10_000;
const rememberedLength = 200;
const headers = new Map<string, Header>();

const shortened = (header: string) => (header.length > 60 ? `${header.slice(0, 60)}…` : header);

/** PostgreSQL can store neither NUL nor an unpaired surrogate. */
const plainText = (name: string, value: string): string => {
  if (value.includes('\u0000')) {
    throw new RowRefusal((row) => say('row-nul', { row, column: shortened(name) }));
  }
  if (!value.isWellFormed()) {
    const column = shortened(name).toWellFormed();
    throw new RowRefusal((row) => say('row-half-character', { row, column }));
  }
  return value;
};

const readHeader = (name: string): Header => {
  const known = headers.get(name);
  if (known) return known;
  const header = { column: unitColumnOf(name), json: JSON.stringify(plainText(name, name)) };
  if (headers.size >= headersRemembered) headers.clear();
  if (name.length <= rememberedLength) headers.set(name, header);
  return header;
};

const knownText = (column: UnitColumn, value: unknown, isPlain: boolean): string => {
  if (typeof value === 'string') return (isPlain ? value : plainText(column, value)).trim();
  if (value === null || value === undefined) return '';
  return String(value);
};

const cellJson = (name: string, value: unknown, isPlain: boolean): string => {
  if (typeof value !== 'string') return JSON.stringify(value);
  return isPlain ? `"${value}"` : JSON.stringify(plainText(name, value));
};

const checkLength = (known: Record<UnitColumn, string>, column: UnitColumn, max: number): void => {
  if (known[column].length > max) {
    throw new RowRefusal((row) => say('row-long-cell', { row, column, most: max }));
  }
};

/**
 * Reads one row. Where two headers mean the same column, the first non-empty one counts and the other is
 * stored unchanged.
 * @param isPlain as its batch says
 * @throws RowRefusal where a cell cannot be stored
 */
export const readUnitRow = (row: unknown, isPlain: boolean): UnitRow => {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new RowRefusal((row) => say('row-no-columns', { row }));
  }
  const known = {
    Circle: '',
    Pin: '',
    ratingarea: '',
    Locality: '',
    Block: '',
    Street_Address: '',
    OwnerName: '',
    Road: '',
  };
  const extra: string[] = [];
  // `for in` is the fastest loop here. The row comes from JSON, so that nothing is inherited.
  for (const name in row) {
    const value = (row as Record<string, unknown>)[name];
    if (typeof value === 'object' && value !== null) {
      throw new RowRefusal((row) => say('row-no-cell', { row, column: shortened(name) }));
    }
    const { column, json } = readHeader(name);
    // 1e400 is infinite here, and 35202123456712345 another number.
    if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
      throw new RowRefusal((row) =>
        column === 'Pin'
          ? say('row-pin-digits', { row })
          : say('row-cell-digits', { row, column: shortened(name) }),
      );
    }
    if (column && known[column] === '') {
      known[column] = knownText(column, value, isPlain);
    } else {
      extra.push(`${json}:${cellJson(name, value, isPlain)}`);
    }
  }
  checkLength(known, 'Circle', limits.circleLength);
  checkLength(known, 'Pin', limits.pinLength);
  return { known, extra, isPlain };
};

/** Without circle or PIN a row has no key: repeated rows are recognised by their content, in any order of columns. */
const hashOf = ({ known, extra }: UnitRow): string =>
  createHash('sha256')
    .update(JSON.stringify(unitColumns.map((column) => known[column])))
    .update([...extra].sort().join())
    .digest('hex');

/** One line of the staging table, in the order of its columns (units.queries.ts). */
export const stagedLine = (index: number, unit: UnitRow): string => {
  const { known, extra, isPlain } = unit;
  const text = isPlain ? (value: string) => value : copyText;
  const circle = known.Circle === '' ? copyNull : text(circleKey(known.Circle));
  const pin = known.Pin === '' ? copyNull : text(known.Pin);
  const others = `${text(known.ratingarea)}\t${text(known.Locality)}\t${text(known.Block)}\t${text(known.Street_Address)}\t${text(known.OwnerName)}\t${text(known.Road)}`;
  const hash = known.Circle === '' || known.Pin === '' ? hashOf(unit) : copyNull;
  return `${index}\t${circle}\t${pin}\t${others}\t${text(`{${extra.join()}}`)}\t${hash}\n`;
};
