// From a row of a sheet, whatever is in it, to a unit (decision 9).
import { createHash } from 'node:crypto';
import { circleKey, limits, type UnitColumn, unitColumnOf } from '@survey/contract';
import { copyText } from '../../database/copy-text.ts';
import { RowRefusal } from '../../plugins/refused-rows.ts';

/** A row's known columns as text, and all others as they came. */
export interface UnitRow {
  known: Record<UnitColumn, string>;
  extra: Map<string, unknown>;
}

const columnOf = new Map<string, UnitColumn | undefined>();
/** Headers remembered; a sheet has a few, a hostile body a new one in every row. */
const headersRemembered = 10_000;

const knownColumn = (header: string): UnitColumn | undefined => {
  if (columnOf.has(header)) return columnOf.get(header);
  if (columnOf.size >= headersRemembered) columnOf.clear();
  const column = unitColumnOf(header);
  columnOf.set(header, column);
  return column;
};

const shortened = (header: string) => (header.length > 60 ? `${header.slice(0, 60)}…` : header);

/** NUL, which PostgreSQL cannot hold, and halves of characters, which are no text. */
const notText = /[\u0000\p{Surrogate}]/u;

const plainText = (header: string, value: string): string => {
  if (!notText.test(value)) return value;
  if (value.includes('\u0000')) {
    throw new RowRefusal(`a NUL character in column "${shortened(header)}"`);
  }
  return value.replace(/\p{Surrogate}/gu, '\ufffd');
};

const cellText = (header: string, value: unknown): string => {
  if (typeof value === 'string') return plainText(header, value).trim();
  if (value === null || value === undefined) return '';
  if (header === 'Pin' && typeof value === 'number' && !Number.isSafeInteger(Math.trunc(value))) {
    throw new RowRefusal('a Pin with more digits than a number keeps; send it as text');
  }
  return String(value);
};

const emptyRow = (): Record<UnitColumn, string> => ({
  Circle: '',
  Pin: '',
  ratingarea: '',
  Locality: '',
  Block: '',
  Street_Address: '',
  OwnerName: '',
  Road: '',
});

/**
 * Reads one row. Where two headers mean the same column, the first that is not empty counts and the
 * other is kept as it came.
 * @throws RowRefusal where a cell cannot be stored
 */
export const readUnitRow = (row: unknown): UnitRow => {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new RowRefusal('not a row with columns');
  }
  const known = emptyRow();
  const extra = new Map<string, unknown>();
  for (const [header, value] of Object.entries(row)) {
    if (typeof value === 'object' && value !== null) {
      throw new RowRefusal(`column "${shortened(header)}" holds a list or an object, not a cell`);
    }
    const column = knownColumn(header);
    if (column && known[column] === '') {
      known[column] = cellText(column, value);
    } else {
      extra.set(
        plainText(header, header),
        typeof value === 'string' ? plainText(header, value) : value,
      );
    }
  }
  if (known.Circle.length > limits.circleLength) {
    throw new RowRefusal(`Circle has more than ${limits.circleLength} characters`);
  }
  if (known.Pin.length > limits.pinLength) {
    throw new RowRefusal(`Pin has more than ${limits.pinLength} characters`);
  }
  return { known, extra };
};

/** Without circle or pin a row cannot be assigned and has no name: the same row again is known by its content. */
const hashOf = ({ known, extra }: UnitRow): string =>
  createHash('sha256')
    .update(JSON.stringify([circleKey(known.Circle), ...Object.values(known).slice(1)]))
    .update(JSON.stringify([...extra].sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');

/** One line of the staging table; its columns are in `stagedColumns`. */
export const stagedLine = (index: number, unit: UnitRow): string => {
  const { known, extra } = unit;
  const { Circle, Pin } = known;
  const values = [
    Circle ? circleKey(Circle) : undefined,
    Pin || undefined,
    known.ratingarea,
    known.Locality,
    known.Block,
    known.Street_Address,
    known.OwnerName,
    known.Road,
    JSON.stringify(Object.fromEntries(extra)),
    Circle && Pin ? undefined : hashOf(unit),
  ];
  return `${index}\t${values.map(copyText).join('\t')}\n`;
};
