// Photos in a folder of the local disk, or of one that several servers share.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { askedTogether } from '../database/asked-together.ts';
import { openDrafts } from './photo-drafts.ts';
import {
  isPhotoName,
  isStoredName,
  type ListedPhoto,
  type PhotoStore,
  photoFolders,
  thumbnailFolder,
} from './photo-store.ts';
import { onDisk, storeAway } from './photo-store-away.ts';

// Bare descriptors: handles are objects that cost as much as the short work done with them.
const openFile = promisify(fs.open);
const closeFile = promisify(fs.close);
const readBytes = promisify(fs.read);
const writeAll = promisify(fs.writeFile);
const sync = promisify(fs.fsync);

const syncFolder = async (folder: string): Promise<void> => {
  const descriptor = await openFile(folder, 'r');
  try {
    await sync(descriptor);
  } finally {
    await closeFile(descriptor);
  }
};

const writeSynced = async (file: string, content: Buffer): Promise<void> => {
  // Written over where it is there: a restore that broke off leaves photos, and the next try brings them again.
  const descriptor = await openFile(file, 'w');
  try {
    await writeAll(descriptor, content);
    await sync(descriptor);
  } catch (error) {
    await rm(file, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await closeFile(descriptor);
  }
};

/** Who waits for the same folder while it is being synced is served by one sync after that. */
const folderSyncs = () => {
  const known = new Map<string, (folder: string) => Promise<void>>();
  return (folder: string): Promise<void> => {
    const together =
      known.get(folder) ??
      askedTogether(async (asked: string[]) => {
        await syncFolder(folder);
        return asked.map(() => undefined);
      });
    known.set(folder, together);
    return together(folder);
  };
};

/**
 * Makes all folders at once: afterwards keeping a photo never has to, and a folder that is missing later
 * means that the disk is gone, not that the photo is the first.
 */
const makeFolders = async (folder: string): Promise<void> => {
  const parents = [folder, path.join(folder, thumbnailFolder)];
  for (const parent of parents) {
    await mkdir(parent, { recursive: true });
    const there = new Set(await readdir(parent));
    const missing = photoFolders.filter((name) => !there.has(name));
    await Promise.all(missing.map((name) => mkdir(path.join(parent, name), { recursive: true })));
    if (missing.length > 0) await syncFolder(parent);
  }
};

/** A file that is not there: no such photo, or no such disk any more? */
const ifThere = async <T>(file: string, read: (file: string) => Promise<T>) => {
  try {
    return await read(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const isFolderThere = await stat(path.dirname(file)).catch(() => undefined);
    if (!isFolderThere) throw storeAway(error);
    return undefined;
  }
};

/** A file of so many bytes, whole. Three short calls: `readFile` asks for the size too. */
const readSized = async (file: string, bytes: number): Promise<Buffer> => {
  const descriptor = await openFile(file, 'r');
  try {
    // One byte more shows a file that is longer.
    const content = Buffer.allocUnsafeSlow(bytes + 1);
    const { bytesRead } = await readBytes(descriptor, content, 0, bytes + 1, 0);
    return bytesRead === bytes ? content.subarray(0, bytes) : await readFile(file);
  } finally {
    // Nothing was written: there is nothing to wait for.
    fs.close(descriptor, () => undefined);
  }
};

async function* listFolder(root: string, prefix: string): AsyncGenerator<ListedPhoto> {
  for await (const { name } of await opendir(path.join(root, prefix))) {
    const full = `${prefix}/${name}`;
    if (!isStoredName(full)) continue;
    const found = await stat(path.join(root, full)).catch(() => undefined);
    if (found) yield { name: full, bytes: found.size, storedAt: found.mtime };
  }
}

/** Opens the store in this folder and makes what it lacks. */
export const openFolderStore = async (folder: string): Promise<PhotoStore> => {
  await makeFolders(folder);
  const drafts = await openDrafts(path.join(folder, 'incoming'));
  const syncShared = folderSyncs();
  const fileOf = (name: string): string => {
    if (!isStoredName(name)) throw new Error('not the name of a photo');
    return path.join(folder, name);
  };
  return {
    draft: drafts.take,
    discard: drafts.discard,
    keep: (draft, name) =>
      onDisk(async () => {
        const file = fileOf(name);
        if ('file' in draft) await rename(draft.file, file);
        // Nobody asks for a photo before it is kept: what breaks off here is one without a report.
        else if (isPhotoName(name)) await writeSynced(file, draft.content);
        else {
          // A thumbnail may be made twice at once, and read meanwhile.
          const part = path.join(folder, 'incoming', `${randomBytes(16).toString('hex')}.part`);
          await writeSynced(part, draft.content);
          await rename(part, file);
        }
        await syncShared(path.dirname(file));
        await drafts.discard(draft);
      }),
    open: (name) =>
      onDisk(async () => {
        const handle = await ifThere(fileOf(name), (file) => open(file, 'r'));
        if (!handle) return undefined;
        const { size } = await handle.stat();
        return { body: handle.createReadStream(), bytes: size };
      }),
    read: (name, bytes) =>
      onDisk(() =>
        ifThere(fileOf(name), (file) => (bytes ? readSized(file, bytes) : readFile(file))),
      ),
    remove: (name) => onDisk(() => rm(fileOf(name), { force: true })),
    list: async function* (kind) {
      const prefix = kind === 'photos' ? '' : thumbnailFolder;
      for (const name of photoFolders) yield* listFolder(folder, `${prefix}${name}`);
    },
  };
};
