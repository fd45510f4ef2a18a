// Files that are still there after a power cut: content and name are on the disk before anything builds on them.
import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/** Waits until a file, or what a folder lists, is on the disk. */
export const sync = async (file: string): Promise<void> => {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Writes a file of ours, readable by its owner only. */
export const writeSynced = async (file: string, text: string): Promise<void> => {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Gives a file or folder its name for good. */
export const renameSynced = async (from: string, to: string): Promise<void> => {
  await rename(from, to);
  await sync(path.dirname(to));
};
