// The list of the reports whose photos are damaged, as a file beside the backup: whoever has to go there again, or looks
// for the photo on a phone, needs each of them and not their number.
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { csvLine } from '../modules/exports/csv-line.ts';
import type { DamagedPhoto, PhotoIndexList } from './format.ts';

const header = ['report_id', 'circle', 'pin', 'photo', 'problem'];

/** What a backup of 0.1.0 says of a photo it lacks. */
const nameAlone = (name: string): string =>
  csvLine(['', '', '', name, 'photo was missing or damaged when the backup was made']);

const lineOf = ({ report, circle, pin, name, problem }: DamagedPhoto): string =>
  csvLine([report, circle, pin, name, problem]);

export interface DamagedList {
  add(index: Pick<PhotoIndexList, 'damaged' | 'damaged_reports'>): Promise<void>;
  /** @returns the path of the file; undefined where nothing is damaged, and there is no file then */
  close(): Promise<string | undefined>;
  /** Where the backup itself came to nothing. */
  drop(): Promise<void>;
}

/** What was made or read, and where its damaged photos are listed. */
export type Listed<T> = T & { damagedList: string | undefined };

/** A backup may lie on a disk that is only read. */
const isNotWritten = (error: NodeJS.ErrnoException) =>
  /^(EROFS|EACCES|EPERM)$/.test(error.code ?? '');

/**
 * Begins the list of a backup, beside it or else in the current folder. Until it is whole it has another name: a run that
 * fails leaves the list of an earlier one as it is.
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
