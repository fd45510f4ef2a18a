// A parcel list of 200 000 rows as sheets have them: eight columns that the server knows and four that it
// does not; as the body of a call, as lines of COPY, and as arrays.
import { circleKey } from '@survey/contract';

export const rowCount = 200_000;
export const circleCount = 40;

const circleOf = (index: number, prefix: string) => `${prefix} ${(index % circleCount) + 1}`;
const pinOf = (index: number) => String(1_000_000 + index).padStart(9, '0');

interface SheetOptions {
  /** Before the number of the circle: another one makes other units. */
  circles?: string;
  owner?: string;
  /** Characters added to each row. */
  padding?: number;
}

const record = (
  index: number,
  { circles = 'Circle', owner = 'Owner', padding = 0 }: SheetOptions,
) => ({
  Circle: circleOf(index, circles),
  Pin: pinOf(index),
  'Rating Area': 'ABCD'[index % 4],
  Locality: 'Model Town Extension',
  Block: 'ABCDEFGH'[index % 8],
  Street_Address: `House ${index % 977}, Street ${index % 61}`,
  OwnerName: `${owner} ${index % 7919}`,
  Road: 'Link Road',
  'Land Use': index % 5 === 0 ? 'Commercial' : 'Residential',
  'Plot Area': 5 + (index % 40) / 4,
  Remarks: 'x'.repeat(padding),
  'Old PIN': `X-${index}`,
});

/** The body of store-records. */
export const sheetBody = (options: SheetOptions = {}): Buffer => {
  const rows = Array.from({ length: rowCount }, (_, index) =>
    JSON.stringify(record(index, options)),
  );
  return Buffer.from(`{"records":[${rows.join()}]}`);
};

/** The same rows as COPY takes them, in pieces of the size that a stream reads. */
export const copyLines = (options: SheetOptions = {}): Buffer[] => {
  const pieces: Buffer[] = [];
  let piece = '';
  for (let index = 0; index < rowCount; index += 1) {
    const { Circle, Pin, Locality, Block, Street_Address, OwnerName, Road, ...rest } = record(
      index,
      options,
    );
    const { 'Rating Area': ratingarea, ...extra } = rest;
    piece += `${[circleKey(Circle), Pin, ratingarea, Locality, Block, Street_Address, OwnerName, Road, JSON.stringify(extra)].join('\t')}\n`;
    if (piece.length > 65_536 || index === rowCount - 1) {
      pieces.push(Buffer.from(piece));
      piece = '';
    }
  }
  return pieces;
};

/** The body of change-status-bulk: every pin. */
export const statusBody = (status: 0 | 1): Buffer => {
  const pins = Array.from({ length: rowCount }, (_, index) => ({
    circle: circleOf(index, 'Circle'),
    pin: pinOf(index),
    status,
  }));
  return Buffer.from(JSON.stringify({ pins }));
};

/** The same as PostgreSQL arrays: circle keys, pins, statuses. */
export const statusArrays = (status: 0 | 1): [string, string, string] => {
  const all = (value: (index: number) => string) =>
    `{${Array.from({ length: rowCount }, (_, index) => value(index)).join()}}`;
  return [
    all((index) => `"${circleKey(circleOf(index, 'Circle'))}"`),
    all(pinOf),
    all(() => String(status)),
  ];
};

export const circleNames = (): string[] =>
  Array.from({ length: circleCount }, (_, index) => circleOf(index, 'Circle'));
