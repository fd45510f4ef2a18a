// The list of reports whose photos are damaged, as a file beside the backup. Whoever looks for the photo on a phone, or
// surveys the unit again, needs each report and not their number.
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { csvLine } from '../modules/spreadsheets/csv-line.ts';
import type { DamagedPhoto, PhotoIndexList } from './format.ts';

const header = ['report_id', 'circle', 'pin', 'photo', 'problem'];

/** The reason that a backup of 0.1.0 implies for a missing photo. */
const nameAlone = (name: string): string =>
  csvLine(['', '', '', name, 'photo was missing or damaged when the backup was made']);

const lineOf = ({ report, circle, pin, name, problem }: DamagedPhoto): string =>
  csvLine([report, circle, pin, name, problem]);

export interface DamagedList {
  add(index: Pick<PhotoIndexList, 'damaged' | 'damaged_reports'>): Promise<void>;
  /** @returns the path of the file; undefined where no photo is damaged and no file is written */
  close(): Promise<string | undefined>;
  /** Removes the list where the backup failed. */
  drop(): Promise<void>;
}

/** The backup made or read, and the path of its list of damaged photos. */
export type Listed<T> = T & { damagedList: string | undefined };

/** A backup may lie on a read-only disk. */
const isNotWritten = (error: NodeJS.ErrnoException) =>
  /^(EROFS|EACCES|EPERM)$/.test(error.code ?? '');

/**
 * Begins the list of a backup, beside it or else in the current folder. Until it is complete it has a temporary name,
 * so
 * that a failed run leaves an earlier list unchanged.
 */
export const openDamagedList = (backup: string): DamagedList => {
  let file = `${backup}.damaged-photos.csv`;
  let handle: FileHandle | undefined;
  const unfinished = () => `${file}.unfinished-${process.pid}`;
  const begin = async (): Promise<FileHandle> => {
    handle = await open(unfinished(), 'w', 0o600).catch((error) => {
      if (!isNotWritten(error)) throw error;
      file = path.resolve(path.basename(file));
      return open(unfinished(), 'w', 0o600);
    });
    await handle.writeFile(`\uFEFF${csvLine(header)}`);
    return handle;
  };
  return {
    add: async ({ damaged, damaged_reports }) => {
      if (damaged.length === 0) return;
      const opened = handle ?? (await begin());
      const told = new Set(damaged_reports.map(({ name }) => name));
      const untold = damaged.filter((name) => !told.has(name));
      await opened.writeFile([...damaged_reports.map(lineOf), ...untold.map(nameAlone)].join(''));
    },
    close: async () => {
      if (!handle) return undefined;
      await handle.sync();
      await handle.close();
      await rename(unfinished(), file);
      return file;
    },
    drop: async () => {
      if (!handle) return;
      await handle.close();
      await rm(unfinished(), { force: true });
    },
  };
};
