// Where photos are kept: a folder on disk. Names are made by the server and cannot be guessed.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { errorMessages } from '@survey/contract';
import { AppError } from '../app-error.ts';

export interface StoredPhoto {
  body: Readable;
  bytes: number;
}

/** Bytes that have arrived and may become a photo: a file on the local disk, synced. */
export interface Draft {
  file: string;
  bytes: number;
  sha256: Buffer;
  /** The bytes themselves where they are few: saves reading back what was just written. */
  content?: Buffer;
}

export interface PhotoStore {
  /** Takes bytes in as they come, so that slow senders take disk and no memory. */
  draft(bytes: AsyncIterable<Buffer>): Promise<Draft>;
  /** Makes the draft the photo of that name; when it resolves, the photo is there to stay. */
  keep(draft: Draft, name: string): Promise<void>;
  /** Forgets a draft; one that was kept before is no mistake. Never fails: what stays is swept up later. */
  discard(draft: Draft): Promise<void>;
  /** Opens a photo; undefined where there is none. The reader must read or destroy its body. */
  open(name: string): Promise<StoredPhoto | undefined>;
  /** Forgets a photo that no report points to. */
  remove(name: string): Promise<void>;
}

export type PhotoExtension = 'jpg' | 'png' | 'webp';

/** A fresh name such as `3f/3fa9….jpg`: 128 random bits, spread over 256 folders. */
export const newPhotoName = (extension: PhotoExtension): string => {
  const id = randomBytes(16).toString('hex');
  return `${id.slice(0, 2)}/${id}.${extension}`;
};

const photoName = /^([0-9a-f]{2})\/\1[0-9a-f]{30}\.(jpg|png|webp)$/;
const thumbnailFolder = 'thumbnails/';

/** Whether a name is one that `newPhotoName` makes; everything else is refused before the disk is asked. */
export const isPhotoName = (name: string): boolean => photoName.test(name);

/** Where a photo's small version is kept. */
export const thumbnailName = (name: string): string =>
  `${thumbnailFolder}${name.replace(/\.\w+$/, '.webp')}`;

const isStoredName = (name: string): boolean =>
  isPhotoName(name.startsWith(thumbnailFolder) ? name.slice(thumbnailFolder.length) : name);

/** What a disk says that is full, read-only, broken, or not there. */
const diskErrors =
  /^(ENOSPC|EDQUOT|EFBIG|EROFS|EIO|EACCES|EPERM|ENOENT|ENOTDIR|EMFILE|ENFILE|ESTALE|ENODEV|ENXIO)$/;

/** Seconds until a phone should try again: somebody has to look after the disk first. */
const retryAfter = 30;

/** Runs work on the disk; a disk that fails is the server's trouble for a while, not the photo's. */
const onDisk = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!diskErrors.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    const refusal = new AppError('unavailable', errorMessages.unavailable, { retryAfter });
    refusal.cause = error;
    throw refusal;
  }
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const spread = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Makes all folders at once: afterwards keeping a photo never has to. */
const makeFolders = async (folder: string): Promise<void> => {
  const parents = [folder, path.join(folder, thumbnailFolder)];
  for (const parent of parents) {
    await mkdir(parent, { recursive: true });
    const there = new Set(await readdir(parent));
    const missing = spread.filter((name) => !there.has(name));
    await Promise.all(missing.map((name) => mkdir(path.join(parent, name), { recursive: true })));
    if (missing.length > 0) await syncFolder(parent);
  }
};

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

/** Photos in a folder of the local disk; several servers may share it. */
export const openFolderStore = async (folder: string): Promise<PhotoStore> => {
  const drafts = path.join(folder, 'incoming');
  await makeFolders(folder);
  await mkdir(drafts, { recursive: true });
  await removeAbandoned(drafts);
  const fileOf = (name: string): string => {
    if (!isStoredName(name)) throw new Error('not the name of a photo');
    return path.join(folder, name);
  };
  return {
    draft: (bytes) =>
      onDisk(async () => {
        const file = path.join(drafts, `${randomBytes(16).toString('hex')}.part`);
        try {
          return await writeDraft(file, bytes);
        } catch (error) {
          await rm(file, { force: true }).catch(() => undefined);
          throw error;
        }
      }),
    keep: (draft, name) =>
      onDisk(async () => {
        const file = fileOf(name);
        await rename(draft.file, file);
        await syncFolder(path.dirname(file));
      }),
    discard: (draft) => rm(draft.file, { force: true }).catch(() => undefined),
    open: async (name) => {
      const handle = await open(fileOf(name), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (!handle) return undefined;
      const { size } = await handle.stat();
      return { body: handle.createReadStream(), bytes: size };
    },
    remove: (name) => onDisk(() => rm(fileOf(name), { force: true })),
  };
};
