// Photos in a folder of the local disk, or of one that several servers share.
import fs from 'node:fs';
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { coalesced } from '../database/coalesce.ts';
import {
  isPhotoName,
  isStoredName,
  type ListedPhoto,
  type PhotoStore,
  photoFolders,
  refuseIfNoPhoto,
  type StoreMark,
  thumbnailFolder,
} from './photo-store.ts';
import { onDisk, storeUnavailable } from './photo-store-unavailable.ts';
import { newPart, openStagedUploads } from './staged-uploads.ts';

// Bare descriptors: handles are objects that cost as much as the short work done with them.
const openFile = promisify(fs.open);
const readBytes = promisify(fs.read);
const writeAll = promisify(fs.writeFile);
const sync = promisify(fs.fsync);

/** All of it was synced, or nothing written: there is nothing to wait for. */
const closeSoon = (descriptor: number): void => fs.close(descriptor, () => undefined);

const syncFolder = async (folder: string): Promise<void> => {
  const descriptor = await openFile(folder, 'r');
  try {
    await sync(descriptor);
  } finally {
    closeSoon(descriptor);
  }
};

/**
 * A file of these bytes, on the disk; none where that fails. One that is there is overwritten: a restore that was
 * interrupted leaves photos, and the next one brings them again.
 * @param begun runs beside the writing, as soon as the file has its name
 */
const writeSynced = async (
  file: string,
  content: Buffer,
  begun: () => Promise<void> = async () => undefined,
): Promise<void> => {
  const descriptor = await openFile(file, 'w');
  try {
    const beside = begun();
    // Awaited below: until the writing is over the descriptor is in use.
    beside.catch(() => undefined);
    await writeAll(descriptor, content);
    await sync(descriptor);
    await beside;
  } catch (error) {
    await rm(file, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    closeSoon(descriptor);
  }
};

/** Who waits for the same folder while it is being synced is served by one sync after that. */
const folderSyncs = () => {
  const known = new Map<string, (folder: string) => Promise<void>>();
  return (folder: string): Promise<void> => {
    const together =
      known.get(folder) ??
      coalesced(async (asked: string[]) => {
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
    if (!isFolderThere) throw storeUnavailable(error);
    return undefined;
  }
};

/** A file as large as a photo may be, whole. */
const readBounded = async (file: string): Promise<Buffer> => {
  refuseIfNoPhoto(path.basename(file), (await stat(file)).size);
  return readFile(file);
};

/** Reads a whole file of known length. Three short calls, because `readFile` would also ask for the size. */
const readSized = async (file: string, bytes: number): Promise<Buffer> => {
  const descriptor = await openFile(file, 'r');
  try {
    // One byte more shows a file that is longer.
    const content = Buffer.allocUnsafeSlow(bytes + 1);
    const { bytesRead } = await readBytes(descriptor, content, 0, bytes + 1, 0);
    return bytesRead === bytes ? content.subarray(0, bytes) : await readBounded(file);
  } finally {
    closeSoon(descriptor);
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

/** The file that names the operation whose photos the folder contains. */
const markOf = (folder: string): StoreMark => {
  const file = path.join(folder, 'operation-id');
  return {
    path: file,
    read: async () => {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      return text?.trim() || undefined;
    },
    write: async (id) => {
      await writeSynced(file, Buffer.from(`${id}\n`));
      await syncFolder(folder);
    },
  };
};

/** Opens the store in this folder and makes what it lacks. */
export const openFolderStore = async (folder: string): Promise<PhotoStore> => {
  await makeFolders(folder);
  const incoming = path.join(folder, 'incoming');
  const stagedUploads = await openStagedUploads(incoming);
  const syncShared = folderSyncs();
  /** A thumbnail may be made twice at once, and read meanwhile: it gets its name when it is whole. */
  const writePart = async (content: Buffer): Promise<string> => {
    const part = newPart(incoming);
    await writeSynced(part, content);
    return part;
  };
  const fileOf = (name: string): string => {
    if (!isStoredName(name)) throw new Error('not the name of a photo');
    return path.join(folder, name);
  };
  return {
    mark: markOf(folder),
    stage: stagedUploads.take,
    discard: stagedUploads.discard,
    keep: (staged, name) =>
      onDisk(async () => {
        const file = fileOf(name);
        const syncName = () => syncShared(path.dirname(file));
        // Nobody asks for a photo before it is kept: what breaks off here is one without a report. Its name is synced
        // beside its bytes.
        if ('content' in staged && isPhotoName(name)) {
          await writeSynced(file, staged.content, syncName);
        } else {
          await rename('file' in staged ? staged.file : await writePart(staged.content), file);
          await syncName();
        }
        await stagedUploads.discard(staged);
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
        ifThere(fileOf(name), (file) => (bytes ? readSized(file, bytes) : readBounded(file))),
      ),
    remove: (name) => onDisk(() => rm(fileOf(name), { force: true })),
    list: async function* (kind) {
      const prefix = kind === 'photos' ? '' : thumbnailFolder;
      for (const name of photoFolders) yield* listFolder(folder, `${prefix}${name}`);
    },
  };
};
