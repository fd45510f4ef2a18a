// What stands in a JPEG before its pixels (ITU T.81, B.2): the frame's size, and whether a decoder could begin.
import { type PictureSize, sizeOf } from './picture-size.ts';

/** A segment by the byte behind its marker, with where its length stands and where it ends. */
export interface JpegSegment {
  code: number;
  at: number;
  end: number;
}

const startOfScan = 0xda;
const huffmanTables = 0xc4;
const quantizationTables = 0xdb;
/** Ways of coding a frame that are read: baseline, extended and progressive, in Huffman's or arithmetic code. */
const readFrames = new Set([0xc0, 0xc1, 0xc2, 0xc9, 0xca]);
/** These stand among the frames and are none: Huffman tables, a reserved one, arithmetic tables. */
const noFrames = new Set([huffmanTables, 0xc8, 0xcc]);

export const isFrame = ({ code }: JpegSegment): boolean =>
  code >= 0xc0 && code <= 0xcf && !noFrames.has(code);

/** The size that a frame's header says; undefined where no decoder would take it. */
export const frameSize = (
  bytes: Buffer,
  { code, at, end }: JpegSegment,
): PictureSize | undefined => {
  if (!readFrames.has(code) || end - at < 11) return undefined;
  const components = bytes[at + 7] as number;
  if (![1, 3, 4].includes(components) || end - at !== 8 + 3 * components) return undefined;
  const isSampled = (factor: number) => factor >= 1 && factor <= 4;
  for (let one = at + 9; one < end; one += 3) {
    const factors = bytes[one] as number;
    if (!isSampled(factors >> 4) || !isSampled(factors & 15)) return undefined;
  }
  if (bytes[at + 2] !== 8) return undefined;
  return sizeOf(bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 3));
};

/** Tables name their kind (0 or 1) and number (0 to 3) in a byte. */
const isTableName = (name: number): boolean => name >> 4 <= 1 && (name & 15) <= 3;

/** Walks tables that stand one after the other; `lengthAt` gives a table's length, its name included. */
const areTables = (
  bytes: Buffer,
  { at, end }: JpegSegment,
  lengthAt: (table: number) => number,
): boolean => {
  let table = at + 2;
  while (table < end && isTableName(bytes[table] as number)) table += lengthAt(table);
  return table === end;
};

const huffmanLength = (bytes: Buffer, table: number): number => {
  const codes = bytes.subarray(table + 1, table + 17).reduce((sum, count) => sum + count, 0);
  // No byte has two codes: a table of more has no end that could be met.
  return codes <= 256 ? 17 + codes : Number.POSITIVE_INFINITY;
};

/** Whether a segment that a decoder needs is well-formed; of the others nothing is asked. */
export const isSoundSegment = (bytes: Buffer, segment: JpegSegment): boolean => {
  const { code, at, end } = segment;
  if (end > bytes.length) return false;
  switch (code) {
    case huffmanTables:
      return areTables(bytes, segment, (table) => huffmanLength(bytes, table));
    case quantizationTables:
      return areTables(bytes, segment, (table) => ((bytes[table] as number) >> 4 ? 129 : 65));
    case startOfScan:
      return end - at === 6 + 2 * (bytes[at + 2] as number);
    default:
      return end - at >= 2;
  }
};
