// Files of PINs. A file is made once for its hash and its download: a phone fetches the manifest with the hash, and the
// file only where the hash has changed.
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/connection.ts';
import { copyOut } from '../../database/copy-out.ts';
import { hashedVersion, pinLines, storeHash } from './pin-list-file.queries.ts';

interface PinFile {
  md5: string;
  gzip: Buffer;
}

/** Most bytes of all files in memory, and of one of them; a larger file is read again for its download. */
const heldBytes = 32 * 1024 * 1024;
const largestHeldBytes = 8 * 1024 * 1024;
/** Milliseconds for which a file is kept for its download. */
const heldMs = 120_000;

/** Level 4 takes three fifths of the time of level 6, for 1 % more bytes. */
const gzipLevel = 4;

const makeFile = async (database: Database, userId: number): Promise<PinFile> => {
  const hash = createHash('md5');
  const parts: Buffer[] = [];
  await pipeline(
    await copyOut(database, pinLines(userId), 'lines', database.phoneLists),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createGzip({ level: gzipLevel }),
    async (zipped: AsyncIterable<Buffer>) => {
      for await (const part of zipped) parts.push(part);
    },
  );
  return { md5: hash.digest('hex'), gzip: Buffer.concat(parts) };
};

const keyOf = (userId: number, version: number) => `${userId} ${version}`;

export const openPinFiles = (database: Database) => {
  const files = new LRUCache<string, PinFile, number>({
    maxSize: heldBytes,
    maxEntrySize: largestHeldBytes,
    sizeCalculation: ({ gzip }) => gzip.length + 1,
    ttl: heldMs,
    // Simultaneous requests wait for the same file.
    fetchMethod: (_key, _stale, { context }) => makeFile(database, context),
  });
  return {
    /**
     * MD5 of the file of a user's PINs. It is stored with the list's version, so that for an unchanged list every
     * server only looks it up. Where a list changes while it is hashed, the next request gives the new hash.
     */
    md5: async (userId: number): Promise<string> => {
      const { version, md5: known } = await hashedVersion(database.db, userId);
      if (known) return known;
      const key = keyOf(userId, version);
      const { md5 } = await files.forceFetch(key, { context: userId });
      if ((await hashedVersion(database.db, userId)).version === version) {
        await storeHash(database.db, { userId, version, md5 });
      } else {
        files.delete(key);
      }
      return md5;
    },
    /** The file as gzip; undefined where it was not made lately or the list has changed since. */
    held: async (userId: number): Promise<Buffer | undefined> => {
      const { version } = await hashedVersion(database.db, userId);
      return files.get(keyOf(userId, version))?.gzip;
    },
  };
};
