// Reads a backup from beginning to end and trusts none of it: the parts, their order and their number
// must match the manifest.
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { type DamagedList, type Listed, openDamagedList } from './damaged-photos.ts';
import { decrypted } from './encryption.ts';
import {
  BackupError,
  type FormatPart,
  formatPart,
  formatVersion,
  type Manifest,
  manifest,
  names,
  type PhotoIndexList,
  photoIndexList,
  photoIndexPart,
  photoPart,
  sha256,
  startChain,
  tablePart,
} from './format.ts';

/** Consumers of the parts while they pass. */
export interface Reading {
  begin(format: FormatPart): Promise<void>;
  /** Rows in COPY's text format. */
  rows(table: string, rows: Buffer): Promise<void>;
  photo(name: string, content: Buffer): Promise<void>;
  photoIndex(index: PhotoIndexList): Promise<void>;
  end(manifest: Manifest): Promise<void>;
}

const notWhole = 'The backup is damaged or not whole: ';
const damaged = (what: string, cause?: unknown): BackupError =>
  new BackupError(`${notWhole}${what}`, { cause });

const unpack = promisify(gunzip);

const parse = <T>(schema: { parse(value: unknown): T }, name: string, content: Buffer): T => {
  try {
    return schema.parse(JSON.parse(content.toString('utf8')));
  } catch (error) {
    throw damaged(`${name} cannot be read.`, error);
  }
};

const readFormat = (name: string, content: Buffer): FormatPart => {
  if (name !== names.format) throw new BackupError('This file is not a backup of Field Survey.');
  const format = parse(formatPart, name, content);
  if (format.version <= formatVersion) return format;
  throw new BackupError('This backup was made by a newer version of Field Survey.');
};

const checkManifest = (found: Manifest, seen: Seen): void => {
  if (found.chain !== seen.chain.end()) throw damaged('its parts are not those that were written.');
  for (const [table, { parts, rows }] of Object.entries(found.tables)) {
    const sums = seen.sums.get(table) ?? [];
    if (sums.join() !== parts.map((part) => part.sha256).join()) throw damaged(`table ${table}.`);
    if (rows !== (seen.rows.get(table) ?? 0)) throw damaged(`rows of table ${table}.`);
  }
  if (found.photos.count !== seen.photos) throw damaged('photos are missing.');
};

interface Seen {
  chain: ReturnType<typeof startChain>;
  sums: Map<string, string[]>;
  rows: Map<string, number>;
  photos: number;
}

const takePart = async (name: string, content: Buffer, seen: Seen, reading: Reading) => {
  const sum = seen.chain.add(name, content);
  const table = tablePart.exec(name)?.[1];
  if (table) {
    const rows = await unpack(content).catch((error) => {
      throw damaged(name, error);
    });
    seen.sums.set(table, [...(seen.sums.get(table) ?? []), sum]);
    seen.rows.set(table, (seen.rows.get(table) ?? 0) + lines(rows));
    return reading.rows(table, rows);
  }
  if (photoIndexPart.test(name)) return reading.photoIndex(parse(photoIndexList, name, content));
  const photo = photoPart.exec(name)?.[1];
  if (!photo) throw damaged(`it holds ${name}.`);
  seen.photos += 1;
  return reading.photo(photo, content);
};

const lines = (rows: Buffer): number => {
  let count = 0;
  for (let at = rows.indexOf(10); at >= 0; at = rows.indexOf(10, at + 1)) count += 1;
  return count;
};

const readParts = async (
  parts: AsyncIterable<{ name: string; content: Buffer }>,
  reading: Reading,
): Promise<Manifest> => {
  const seen: Seen = { chain: startChain(), sums: new Map(), rows: new Map(), photos: 0 };
  let found: { manifest: Manifest; sum: string } | undefined;
  let isBegun = false;
  let isWhole = false;
  for await (const { name, content } of parts) {
    if (isWhole) throw damaged(`${name} comes after its end.`);
    if (!isBegun) {
      const format = readFormat(name, content);
      seen.chain.add(name, content);
      await reading.begin(format);
      isBegun = true;
    } else if (found) {
      isWhole = name === names.manifestSum && content.toString().startsWith(`${found.sum} `);
      if (!isWhole) throw damaged('its manifest was changed.');
    } else if (name === names.manifest) {
      found = { manifest: parse(manifest, name, content), sum: sha256(content) };
      checkManifest(found.manifest, seen);
    } else {
      await takePart(name, content, seen, reading);
    }
  }
  if (!found || !isWhole) throw damaged('its end is missing.');
  await reading.end(found.manifest);
  return found.manifest;
};

async function* partsOf(tar: ReturnType<typeof extract>) {
  for await (const entry of tar) {
    yield { name: entry.header.name, content: await buffer(entry) };
  }
}

/** Reads the parts for a consumer, and lists the damaged photos. */
const listing = (reading: Reading, list: DamagedList): Reading => ({
  ...reading,
  photoIndex: async (index) => {
    await list.add(index);
    await reading.photoIndex(index);
  },
});

/**
 * Reads and verifies a backup, and writes the list of its damaged photos beside it.
 * @throws BackupError that says what is wrong with it
 */
export const readBackup = async (
  file: string,
  passphrase: string | undefined,
  reading: Reading,
): Promise<Listed<Manifest>> => {
  const list = openDamagedList(file);
  const plain = await decrypted(createReadStream(file), passphrase);
  const tar = extract();
  const fed = pipeline(plain, tar as unknown as NodeJS.WritableStream);
  try {
    const [found] = await Promise.all([readParts(partsOf(tar), listing(reading, list)), fed]);
    return { ...found, damagedList: await list.close() };
  } catch (error) {
    await list.drop();
    plain.destroy();
    await fed.catch(() => undefined);
    throw asDamage(error as Error & { code?: string });
  }
};

/** Errors of the tar reader and of decryption mean a damaged file; those of database and disk pass unchanged. */
const asDamage = (error: Error & { code?: string }): Error => {
  if (error instanceof BackupError || error.code?.match(/^([0-9A-Z]{5}|E[A-Z]+)$/)) return error;
  return damaged(error.message, error);
};

const nothing = async () => undefined;

/** Verifies a whole backup, and writes the list of its damaged photos beside it. */
export const checkBackup = async (file: string, passphrase?: string): Promise<Listed<Manifest>> => {
  const reading = {
    begin: nothing,
    rows: nothing,
    photo: nothing,
    photoIndex: nothing,
    end: nothing,
  };
  return readBackup(file, passphrase, reading);
};
