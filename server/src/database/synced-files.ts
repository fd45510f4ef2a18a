// Durable files: content and name are synced to the disk before anything depends on them.
import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/** Syncs a file, or the entries of a folder, to the disk. */
export const sync = async (file: string): Promise<void> => {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Writes a file that only its owner can read. */
export const writeSynced = async (file: string, text: string): Promise<void> => {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Renames a file or folder durably. */
export const renameSynced = async (from: string, to: string): Promise<void> => {
  await rename(from, to);
  await sync(path.dirname(to));
};
