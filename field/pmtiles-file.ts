// A PMTiles 3 archive in memory. No package writes them for Node; the `pmtiles` package reads what this writes
// (pmtiles-file.test.ts). For small ones: the whole directory stands at the beginning of the file.
import { gzipSync } from 'node:zlib';
import { Compression, TileType, zxyToTileId } from 'pmtiles';

export interface ArchiveTile {
  z: number;
  x: number;
  y: number;
  /** A Mapbox vector tile. */
  bytes: Uint8Array;
}

export interface ArchiveOptions {
  bounds: { west: number; south: number; east: number; north: number };
  /** The JSON metadata, such as `attribution` and `vector_layers`. */
  metadata: Readonly<Record<string, unknown>>;
}

const headerBytes = 127;
/** Header and first directory are within these: readers fetch them at once. */
const beginningBytes = 16_384;

const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let left = value;
  while (left >= 128) {
    bytes.push((left % 128) + 128);
    left = Math.floor(left / 128);
  }
  return [...bytes, left];
};

interface Entry {
  id: number;
  offset: number;
  length: number;
}

/** Columns of the directory: how many, steps between tile ids, run lengths, lengths, offsets plus one. */
const directoryOf = (entries: readonly Entry[]): Buffer =>
  gzipSync(
    Buffer.from(
      [
        [entries.length],
        entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0)),
        entries.map(() => 1),
        entries.map(({ length }) => length),
        entries.map(({ offset }) => offset + 1),
      ].flatMap((column) => column.flatMap(varint)),
    ),
  );

/**
 * The bytes of an archive of gzipped vector tiles.
 * @throws RangeError where there is no tile, or too many for one directory (some thousand)
 */
export const writeArchive = (
  tiles: readonly ArchiveTile[],
  { bounds, metadata }: ArchiveOptions,
): Buffer => {
  const ordered = tiles
    .map(({ z, x, y, bytes }) => ({ id: zxyToTileId(z, x, y), z, bytes: gzipSync(bytes) }))
    .sort((one, other) => one.id - other.id);
  const zooms = ordered.map(({ z }) => z);
  const [lowest, highest] = [zooms[0], zooms.at(-1)];
  if (lowest === undefined || highest === undefined) throw new RangeError('no tiles');
  let offset = 0;
  const entries = ordered.map(({ id, bytes: { length } }) => {
    const entry = { id, offset, length };
    offset += length;
    return entry;
  });
  const directory = directoryOf(entries);
  if (headerBytes + directory.length > beginningBytes) throw new RangeError('too many tiles');
  const json = gzipSync(JSON.stringify(metadata));
  const metadataAt = headerBytes + directory.length;
  const dataAt = metadataAt + json.length;

  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 'latin1');
  header.writeUInt8(3, 7);
  const sections = [
    headerBytes,
    directory.length,
    metadataAt,
    json.length,
    dataAt,
    0,
    dataAt,
    offset,
  ];
  const counts = [entries.length, entries.length, entries.length];
  for (const [at, value] of [...sections, ...counts].entries()) {
    header.writeBigUInt64LE(BigInt(value), 8 + at * 8);
  }
  header.writeUInt8(1, 96);
  header.writeUInt8(Compression.Gzip, 97);
  header.writeUInt8(Compression.Gzip, 98);
  header.writeUInt8(TileType.Mvt, 99);
  header.writeUInt8(lowest, 100);
  header.writeUInt8(highest, 101);
  const { west, south, east, north } = bounds;
  const degrees = (value: number, at: number) => header.writeInt32LE(Math.round(value * 1e7), at);
  for (const [at, value] of [west, south, east, north].entries()) degrees(value, 102 + at * 4);
  header.writeUInt8(lowest, 118);
  degrees((west + east) / 2, 119);
  degrees((south + north) / 2, 123);
  return Buffer.concat([header, directory, json, ...ordered.map(({ bytes }) => bytes)]);
};
