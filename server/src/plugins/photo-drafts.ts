// Photos on their way: in memory or, when they are larger, on the local disk, whatever store they end in.
import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Draft } from './photo-store.ts';
import { storeIsAway } from './photo-store-away.ts';

const abandonedMs = 24 * 3600 * 1000;

/** Drafts of a server that was killed. Those of a day may be another server's that runs. */
const removeAbandoned = async (drafts: string): Promise<void> => {
  for (const name of await readdir(drafts)) {
    const file = path.join(drafts, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - abandonedMs) await rm(file, { force: true });
  }
};

/** Written at once, in bytes; what an upload under way holds in memory at most. */
const writeBytes = 256 * 1024;

/** Takes the bytes in; those of a small photo stay in memory, and the disk is not asked before it is kept. */
const receive = async (file: string, bytes: AsyncIterable<Buffer>): Promise<Draft> => {
  const hash = createHash('sha256');
  let handle: FileHandle | undefined;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let length = 0;
  const take = (): Buffer => {
    const content = Buffer.concat(waiting);
    hash.update(content);
    waiting = [];
    waitingBytes = 0;
    return content;
  };
  try {
    for await (const chunk of bytes) {
      waiting.push(chunk);
      waitingBytes += chunk.length;
      length += chunk.length;
      if (waitingBytes < writeBytes) continue;
      handle ??= await open(file, 'wx');
      await handle.writeFile(take());
    }
    const last = take();
    if (!handle) return { content: last, bytes: length, sha256: hash.digest() };
    await handle.writeFile(last);
    await handle.sync();
    return { file, bytes: length, sha256: hash.digest() };
  } finally {
    await handle?.close();
  }
};

export interface Drafts {
  take(bytes: AsyncIterable<Buffer>): Promise<Draft>;
  discard(draft: Draft): Promise<void>;
}

/** Drafts in this folder, which is made where it is missing. */
export const openDrafts = async (folder: string): Promise<Drafts> => {
  await mkdir(folder, { recursive: true });
  await removeAbandoned(folder);
  return {
    take: async (bytes) => {
      const file = path.join(folder, `${randomBytes(16).toString('hex')}.part`);
      try {
        return await receive(file, bytes);
      } catch (error) {
        await rm(file, { force: true }).catch(() => undefined);
        throw storeIsAway(error);
      }
    },
    discard: async (draft) => {
      if ('file' in draft) await rm(draft.file, { force: true }).catch(() => undefined);
    },
  };
};
