// The folder of the embedded database's Unix socket: only the user that PostgreSQL runs as may enter it.
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { PostgresRunner } from './postgres-runner.ts';

/** Longest path of a Unix socket on every system, in bytes: macOS 103, Linux 107. */
const longestSocketPath = 103;

/** The folder of the socket: beside the database, or where that path is too long, a temporary folder. */
export const socketFolderOf = (home: string): string => {
  const name = `survey-${randomBytes(8).toString('hex')}`;
  const all = [path.join(home, 'socket'), path.join(os.tmpdir(), name), path.join('/tmp', name)];
  const fits = (folder: string) =>
    Buffer.byteLength(`${folder}/.s.PGSQL.5432`) <= longestSocketPath;
  return all.find(fits) as string;
};

/** Creates the folder anew; no PostgreSQL runs, so its contents belong to an earlier, killed one. */
export const makeSocketFolder = async (folder: string, runner: PostgresRunner): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  await runner.give(folder);
};
