// Where photos are kept: a folder on disk. Names are made by the server and cannot be guessed.
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

export interface StoredPhoto {
  body: Readable;
  bytes: number;
}

export interface PhotoStore {
  /** Keeps the bytes under the name; when it resolves they are synced to disk. */
  save(name: string, bytes: Buffer): Promise<void>;
  /** Opens a photo; undefined where there is none. */
  open(name: string): Promise<StoredPhoto | undefined>;
  /** Forgets a photo that no report points to. */
  remove(name: string): Promise<void>;
}

/** A fresh name such as `3f/a9/3fa9….jpg`: 128 random bits, spread over folders. */
export const newPhotoName = (extension: 'jpg' | 'png' | 'webp'): string => {
  const id = randomBytes(16).toString('hex');
  return `${id.slice(0, 2)}/${id.slice(2, 4)}/${id}.${extension}`;
};

const photoName = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}\.(jpg|png|webp)$/;

/** Whether a name is one that `newPhotoName` makes; everything else is refused before the disk is asked. */
export const isPhotoName = (name: string): boolean => photoName.test(name);

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Photos in a folder of the local disk. */
export const openFolderStore = async (folder: string): Promise<PhotoStore> => {
  await mkdir(folder, { recursive: true });
  const fileOf = (name: string): string => {
    if (!isPhotoName(name)) throw new Error('not the name of a photo');
    return path.join(folder, name);
  };
  return {
    save: async (name, bytes) => {
      const file = fileOf(name);
      const parent = path.dirname(file);
      const firstMade = await mkdir(parent, { recursive: true });
      const draft = `${file}.part`;
      const handle = await open(draft, 'wx');
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, file);
      await syncFolder(parent);
      if (firstMade) {
        await syncFolder(path.dirname(parent));
        await syncFolder(folder);
      }
    },
    open: async (name) => {
      const file = fileOf(name);
      const found = await stat(file).catch(() => undefined);
      return found && { body: createReadStream(file), bytes: found.size };
    },
    remove: (name) => rm(fileOf(name), { force: true }),
  };
};
