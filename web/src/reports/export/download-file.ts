// Large downloads are written to the origin private file system, so that a million rows need no memory; only a complete
// file is offered to the user. Browsers without that file system hold the file in memory.
import type { Call, ClientInput } from '@survey/contract';
import { type DownloadOptions, download } from '../../api/client.ts';
import { t } from '../../text/text.ts';

const folderName = 'downloads';
/** How long a file is kept for the browser to copy it to the downloads. */
const keptMs = 3600_000;

interface Place {
  write: (chunk: Uint8Array<ArrayBuffer>) => Promise<void>;
  finish: () => Promise<Blob>;
  discard: () => Promise<void>;
}

const memory = (): Place => {
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  return {
    write: async (chunk) => void chunks.push(chunk),
    finish: async () => new Blob(chunks),
    discard: async () => {
      chunks = [];
    },
  };
};

const openFolder = async () =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(folderName, { create: true });

/** Removes files of earlier downloads; their names begin with their start time. */
const tidy = async (folder: FileSystemDirectoryHandle) => {
  for await (const name of folder.keys()) {
    const isOld = Date.now() - Number.parseInt(name, 10) > keptMs;
    if (isOld) await folder.removeEntry(name).catch(() => undefined);
  }
};

const disk = async (): Promise<Place> => {
  const folder = await openFolder();
  await tidy(folder);
  const name = `${Date.now()}-${crypto.randomUUID()}`;
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  const remove = () => folder.removeEntry(name).catch(() => undefined);
  return {
    write: (chunk) => writable.write(chunk),
    finish: async () => {
      await writable.close();
      setTimeout(remove, keptMs);
      return handle.getFile();
    },
    discard: async () => {
      await writable.abort().catch(() => undefined);
      await remove();
    },
  };
};

const openPlace = async (): Promise<Place> => {
  try {
    return await disk();
  } catch {
    // No such file system: an older browser, or an insecure address.
    return memory();
  }
};

/**
 * Makes a call and returns its bytes as a file, on disk where the browser supports it. Throws as
 * `download`; an Error where the disk has no room.
 */
export const downloadFile = async <C extends Call>(
  call: C,
  input: ClientInput<C>,
  options: Omit<DownloadOptions, 'sink'>,
): Promise<Blob> => {
  const place = await openPlace();
  let failure: Error | undefined;
  let type = '';
  try {
    const empty = await download(call, input, {
      ...options,
      sink: async (chunk, itsType) => {
        type = itsType;
        await place.write(chunk).catch((error: unknown) => {
          failure = new Error(t('There is no room on this disk for the file.'), { cause: error });
          throw failure;
        });
      },
    });
    const file = await place.finish();
    return file.slice(0, file.size, type || empty.type);
  } catch (error) {
    await place.discard();
    throw failure ?? error;
  }
};

/** The error for an incomplete file: a proxy or server closed the connection without an error. */
export const cutOff = (): Error =>
  new Error(t('The file broke off before its end. Nothing was saved. Please try again.'));
