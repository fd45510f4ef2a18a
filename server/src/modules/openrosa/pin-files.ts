// Files of PINs, made once for their hash and their download: a phone asks for the manifest, which states the hash, and
// downloads the file next where it has changed.
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/connection.ts';
import { copyOut } from '../../database/copy-out.ts';
import { hashedVersion, noteHash, pinLines } from './pin-list-file.queries.ts';

interface PinFile {
  md5: string;
  gzip: Buffer;
}

/** Bytes of the files in memory, and of the largest of them; what is larger is read again for its download. */
const heldBytes = 32 * 1024 * 1024;
const largestHeldBytes = 8 * 1024 * 1024;
/** Milliseconds for which a file waits for its download. */
const heldMs = 120_000;

/** Takes three fifths of the time of level 6, for 1 % more bytes. */
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

/** The files of PINs of one server. */
export const openPinFiles = (database: Database) => {
  const files = new LRUCache<string, PinFile, number>({
    maxSize: heldBytes,
    maxEntrySize: largestHeldBytes,
    sizeCalculation: ({ gzip }) => gzip.length + 1,
    ttl: heldMs,
    // Requests at the same time wait for one file.
    fetchMethod: (_key, _stale, { context }) => makeFile(database, context),
  });
  return {
    /**
     * MD5 of the file of a user's PINs. It is stored by the list's version: of an unchanged list it is a look-up,
     * whichever server is asked. A list that changes while it is hashed gets the hash of its next version with the next
     * request.
     */
    md5: async (userId: number): Promise<string> => {
      const { version, md5: known } = await hashedVersion(database.db, userId);
      if (known) return known;
      const key = keyOf(userId, version);
      const { md5 } = await files.forceFetch(key, { context: userId });
      if ((await hashedVersion(database.db, userId)).version === version) {
        await noteHash(database.db, { userId, version, md5 });
      } else {
        files.delete(key);
      }
      return md5;
    },
    /** The file as gzip, where it was made for its hash lately and the list has not changed since. */
    held: async (userId: number): Promise<Buffer | undefined> => {
      const { version } = await hashedVersion(database.db, userId);
      return files.get(keyOf(userId, version))?.gzip;
    },
  };
};
