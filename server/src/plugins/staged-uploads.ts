// Staged uploads: photos in memory or, when they are larger, on the local disk, for any store.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { StagedUpload } from './photo-store.ts';
import { storeIsUnavailable } from './photo-store-unavailable.ts';

const abandonedMs = 24 * 3600 * 1000;

/** Staged files of a killed server. Younger than a day they may belong to another running server. */
const removeAbandoned = async (stagedUploads: string): Promise<void> => {
  for (const name of await readdir(stagedUploads)) {
    const file = path.join(stagedUploads, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - abandonedMs) await rm(file, { force: true });
  }
};

/** What an upload under way holds in memory, in bytes. */
const bufferBytes = 256 * 1024;
/** Buffers kept for the next uploads. */
const sparesAtMost = 256;

/** A fresh name for a file that is not whole yet. */
export const newPart = (folder: string): string =>
  path.join(folder, `${randomBytes(16).toString('hex')}.part`);

/** A staged upload that did not fit into memory. */
const openStagedUpload = async (folder: string) => {
  const file = newPart(folder);
  return { file, handle: await open(file, 'wx') };
};

/**
 * Takes the bytes in; those of a small photo stay in the buffer, and the disk is not asked before it is kept.
 * They are copied as they come: chunks that wait for the last one are what V8 collects its garbage for.
 */
const receive = async (
  folder: string,
  bytes: AsyncIterable<Buffer>,
  buffer: Buffer,
): Promise<StagedUpload> => {
  const hash = createHash('sha256');
  let onDisk: Awaited<ReturnType<typeof openStagedUpload>> | undefined;
  let filled = 0;
  let length = 0;
  const write = async (content: Buffer): Promise<void> => {
    onDisk ??= await openStagedUpload(folder);
    await onDisk.handle.writeFile(content);
  };
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      length += chunk.length;
      if (filled + chunk.length > buffer.length) {
        await write(buffer.subarray(0, filled));
        filled = 0;
      }
      if (chunk.length > buffer.length) await write(chunk);
      else filled += chunk.copy(buffer, filled);
    }
    const rest = buffer.subarray(0, filled);
    const about = { bytes: length, sha256: hash.digest() };
    if (!onDisk) return { content: rest, ...about };
    await write(rest);
    await onDisk.handle.sync();
    await onDisk.handle.close();
    return { file: onDisk.file, ...about };
  } catch (error) {
    await onDisk?.handle.close().catch(() => undefined);
    if (onDisk) await rm(onDisk.file, { force: true }).catch(() => undefined);
    throw storeIsUnavailable(error);
  }
};

export interface StagedUploads {
  take(bytes: AsyncIterable<Buffer>): Promise<StagedUpload>;
  /** Also for a staged that was kept: its memory is used again, and its content must not be looked at any more. */
  discard(staged: StagedUpload): Promise<void>;
}

/** Staged uploads in this folder, which is created where it is missing. */
export const openStagedUploads = async (folder: string): Promise<StagedUploads> => {
  await mkdir(folder, { recursive: true });
  await removeAbandoned(folder);
  // Memory that was touched before: the system gives out fresh pages for more than filling them costs.
  const spares: Buffer[] = [];
  const spare = (buffer: Buffer) => {
    if (spares.length < sparesAtMost) spares.push(buffer);
  };
  // Once each: two uploads must never get the same memory.
  const held = new WeakMap<StagedUpload, Buffer>();
  return {
    take: async (bytes) => {
      const buffer = spares.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);
      try {
        const staged = await receive(folder, bytes, buffer);
        if ('content' in staged) held.set(staged, buffer);
        else spare(buffer);
        return staged;
      } catch (error) {
        spare(buffer);
        throw error;
      }
    },
    discard: async (staged) => {
      const buffer = held.get(staged);
      if (buffer && held.delete(staged)) spare(buffer);
      if ('file' in staged) await rm(staged.file, { force: true }).catch(() => undefined);
    },
  };
};
