// Large files go to the browser's own disk as they come, so that a million rows need no memory; only a
// whole file is handed over. Browsers without such a place keep the file in memory.
import type { Call, ClientInput } from '@survey/contract';
import { type DownloadOptions, download } from '../../api/client.ts';
import { t } from '../../text/text.ts';

const folderName = 'downloads';
/** The browser reads a file that was handed over when it likes; an hour later it has. */
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

/** Removes what earlier downloads left; their names begin with the time they began. */
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
    // No such place here: an older browser, or an address that is not secure.
    return memory();
  }
};

/**
 * Makes a call and gives its bytes as a file, which stands on disk where the browser can. Throws as
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

/** A file that ended before its end: a proxy or a server that broke off without a word. */
export const cutOff = (): Error =>
  new Error(t('The file broke off before its end. Nothing was saved. Please try again.'));
