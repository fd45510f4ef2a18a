// Where an embedded PostgreSQL that another process started can be reached: for the command line.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The database's user and name inside the embedded server. */
export const embeddedName = 'survey';

/** Address of a database of the embedded server. */
export const embeddedUrl = (password: string, port: number, database = embeddedName): string =>
  `postgres://${embeddedName}:${password}@127.0.0.1:${port}/${database}`;

/** The file with the embedded server's password, readable by its owner only. */
export const passwordFileOf = (home: string): string => path.join(home, 'password');

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Process and port of the server that runs in a cluster's folder, from PostgreSQL's own lock file. */
export const readLockFile = async (
  cluster: string,
): Promise<{ pid: number; port: number } | undefined> => {
  const lines = (
    await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  ).split('\n');
  const pid = Number(lines[0]);
  return pid && isAlive(pid) ? { pid, port: Number(lines[3]) } : undefined;
};

/** Address of the embedded server that runs under this folder; undefined where none runs. */
export const runningEmbeddedUrl = async (home: string): Promise<string | undefined> => {
  const running = await readLockFile(path.join(home, 'cluster'));
  if (!running) return undefined;
  return embeddedUrl(await readFile(passwordFileOf(home), 'utf8'), running.port);
};
