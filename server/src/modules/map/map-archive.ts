// The file of the base map (`MAP_PMTILES`): whether it can be used, and why not (ADR 92). Only the header, the root
// directory and the metadata are read here; the console reads the tiles by ranges.
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Basemap, MapArchiveProblem } from '@survey/contract';
import type { FastifyBaseLogger } from 'fastify';
import { bytesToHeader, Compression, type Header, TileType } from 'pmtiles';
import type { Config } from '../../config.ts';

const unpack = promisify(gunzip);

/** PMTiles 3: a header of fixed length; header and root directory lie within the first 16 kB. */
const headerBytes = 127;
const beginningBytes = 16_384;
/** Most bytes of the unpacked directory or metadata. The metadata of a city are some kilobytes. */
const unpackedMost = 4_000_000;
const attributionMost = 300;
/** Most characters of the attribution that are read; without HTML tags it is much shorter. */
const attributionRead = 4000;

export interface ArchiveState {
  archive: NonNullable<Basemap['archive']> | null;
  problem: MapArchiveProblem | null;
  /** The attribution of the file's makers, as plain text. */
  attribution: string;
}

export interface MapArchive {
  /** Absolute path of the file; undefined without MAP_PMTILES. */
  readonly file: string | undefined;
  /** The present state of the file, read again where its size or time has changed. */
  state(): Promise<ArchiveState>;
}

class ArchiveProblem extends Error {
  readonly problem: MapArchiveProblem;
  constructor(problem: MapArchiveProblem) {
    super(problem);
    this.problem = problem;
  }
}

const none: ArchiveState = { archive: null, problem: null, attribution: '' };

const readBytes = async (handle: FileHandle, offset: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
  if (bytesRead < length) throw new ArchiveProblem('cut-off');
  return buffer;
};

const unpacked = async (bytes: Buffer, compression: Compression): Promise<Buffer> => {
  if (compression === Compression.None) return bytes;
  try {
    return await unpack(bytes, { maxOutputLength: unpackedMost });
  } catch {
    throw new ArchiveProblem('damaged');
  }
};

const readable: readonly Compression[] = [Compression.None, Compression.Gzip];
const pictures: readonly TileType[] = [TileType.Png, TileType.Jpeg, TileType.Webp, TileType.Avif];

const headerOf = (bytes: Buffer): Header => {
  if (bytes.toString('latin1', 0, 7) !== 'PMTiles') throw new ArchiveProblem('other-format');
  if (bytes.readUInt8(7) !== 3) throw new ArchiveProblem('unsupported');
  return bytesToHeader(new Uint8Array(bytes).buffer);
};

const checkHeader = (header: Header, size: number): void => {
  const { internalCompression, tileCompression, tileType, rootDirectoryLength } = header;
  const isPictures = pictures.includes(tileType);
  const isReadable =
    readable.includes(internalCompression) &&
    (readable.includes(tileCompression) || (isPictures && tileCompression === Compression.Unknown));
  if (!isReadable || !(isPictures || tileType === TileType.Mvt)) {
    throw new ArchiveProblem('unsupported');
  }
  const ends = [
    header.rootDirectoryOffset + rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  ];
  if (ends.some((end) => end > size)) throw new ArchiveProblem('cut-off');
  const isInPlace = header.rootDirectoryOffset + rootDirectoryLength <= beginningBytes;
  const isOfThisWorld = header.minZoom <= header.maxZoom && header.maxZoom <= 26;
  if (!isInPlace || !isOfThisWorld || header.jsonMetadataLength > unpackedMost) {
    throw new ArchiveProblem('damaged');
  }
};

/** MapLibre shows attributions as HTML, so only the text of the file's attribution is kept. */
const plainText = (html: string): string =>
  html
    .slice(0, attributionRead)
    .replace(/<[^>]*>/g, '')
    .replace(/[<>]/g, '')
    .slice(0, attributionMost)
    .trim();

const attributionOf = (json: Buffer): string => {
  try {
    const { attribution } = JSON.parse(json.toString('utf8')) as { attribution?: unknown };
    return typeof attribution === 'string' ? plainText(attribution) : '';
  } catch {
    throw new ArchiveProblem('damaged');
  }
};

const readArchive = async (handle: FileHandle, size: number, version: string) => {
  if (size < headerBytes) throw new ArchiveProblem(size === 0 ? 'cut-off' : 'other-format');
  const header = headerOf(await readBytes(handle, 0, headerBytes));
  checkHeader(header, size);
  const { rootDirectoryOffset, rootDirectoryLength, internalCompression } = header;
  await unpacked(
    await readBytes(handle, rootDirectoryOffset, rootDirectoryLength),
    internalCompression,
  );
  const metadata = await readBytes(handle, header.jsonMetadataOffset, header.jsonMetadataLength);
  return {
    archive: {
      version,
      kind: header.tileType === TileType.Mvt ? ('vector' as const) : ('raster' as const),
      min_zoom: header.minZoom,
      max_zoom: header.maxZoom,
    },
    problem: null,
    attribution: attributionOf(await unpacked(metadata, internalCompression)),
  };
};

const failureOf = (error: unknown): ArchiveState => {
  if (error instanceof ArchiveProblem) return { ...none, problem: error.problem };
  const { code } = error as NodeJS.ErrnoException;
  const isMissing = code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR';
  return { ...none, problem: isMissing ? 'missing' : 'unreadable' };
};

/**
 * Opens the file of MAP_PMTILES, whose path is absolute or below DATA_DIR. A file that cannot be used does not stop the
 * server: the problem is logged and shown in the console.
 */
export const openMapArchive = (
  { DATA_DIR, MAP_PMTILES }: Pick<Config, 'DATA_DIR' | 'MAP_PMTILES'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): MapArchive => {
  const file = MAP_PMTILES === undefined ? undefined : path.resolve(DATA_DIR, MAP_PMTILES);
  let known: { version: string; state: ArchiveState } | undefined;
  let told: MapArchiveProblem | null = null;

  const look = async (name: string): Promise<ArchiveState> => {
    const handle = await open(name, 'r');
    try {
      const stat = await handle.stat();
      if (!stat.isFile()) return { ...none, problem: 'missing' };
      const version = `${stat.size.toString(36)}-${Math.round(stat.mtimeMs).toString(36)}`;
      if (known?.version === version) return known.state;
      const state = await readArchive(handle, stat.size, version).catch(failureOf);
      known = { version, state };
      return state;
    } finally {
      await handle.close();
    }
  };

  const state = async (): Promise<ArchiveState> => {
    if (file === undefined) return none;
    const now = await look(file).catch(failureOf);
    if (now.problem !== null && now.problem !== told) {
      log.warn({ file, problem: now.problem }, 'the base map of MAP_PMTILES cannot be used');
    }
    told = now.problem;
    return now;
  };
  return { file, state };
};
