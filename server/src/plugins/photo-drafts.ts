// Photos on their way: files on the local disk, whatever store they end in.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
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

const writeDraft = async (file: string, bytes: AsyncIterable<Buffer>): Promise<Draft> => {
  const hash = createHash('sha256');
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let length = 0;
  const handle = await open(file, 'wx');
  const write = async () => {
    const content = Buffer.concat(waiting);
    hash.update(content);
    await handle.writeFile(content);
    waiting = [];
    waitingBytes = 0;
    return content;
  };
  try {
    for await (const chunk of bytes) {
      waiting.push(chunk);
      waitingBytes += chunk.length;
      length += chunk.length;
      if (waitingBytes >= writeBytes) await write();
    }
    const last = await write();
    await handle.sync();
    const isWhole = last.length === length;
    return { file, bytes: length, sha256: hash.digest(), ...(isWhole && { content: last }) };
  } finally {
    await handle.close();
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
        return await writeDraft(file, bytes);
      } catch (error) {
        await rm(file, { force: true }).catch(() => undefined);
        throw storeIsAway(error);
      }
    },
    discard: (draft) => rm(draft.file, { force: true }).catch(() => undefined),
  };
};
