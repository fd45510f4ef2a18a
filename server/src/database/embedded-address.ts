// The address and credentials of an embedded PostgreSQL that another process started.
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ConfigError } from '../config.ts';
import { isAlive } from './process-identity.ts';

/** The database inside the embedded server. */
export const embeddedDatabase = 'survey';
/** The ordinary role that owns it: the only one that can sign in. */
export const embeddedRole = 'survey_server';

/** The folder of the database itself. */
export const clusterOf = (home: string): string => path.join(home, 'cluster');

/** The file with the role's password, readable by its owner only. */
export const passwordFileOf = (home: string): string => path.join(home, 'password');

/** The command that repairs a missing or wrong password. */
export const resetPasswordHint =
  'stop the server and run `npm run database -- reset-password` with the same DATA_DIR';

/** The address on which PostgreSQL listens: the folder of its Unix socket, or loopback (Windows). */
export interface Listening {
  host: string;
  port: number;
}

/** Address of a database of the embedded server. */
export const embeddedUrl = (password: string, { host, port }: Listening): string =>
  `postgres://${embeddedRole}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${embeddedDatabase}`;

/**
 * The role's password.
 * @returns undefined where there is no such file
 * @throws ConfigError where the file cannot be used
 */
export const readPassword = async (home: string): Promise<string | undefined> => {
  const file = passwordFileOf(home);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new ConfigError(
      `${file} cannot be read (${error.code}): start as the user who owns it (\`ls -l ${file}\`), or ${resetPasswordHint}.`,
    );
  });
  if (text === undefined) return undefined;
  const password = text.trim();
  if (!password) throw new ConfigError(`${file} is empty: ${resetPasswordHint}.`);
  return password;
};

const commandLineOf = async (pid: number): Promise<string> =>
  process.platform === 'linux'
    ? ((await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')[0] ?? '')
    : (await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)])).stdout.trim();

/**
 * Whether a process is the PostgreSQL of this cluster, not a later one with the same PID. True where that cannot be
 * determined.
 */
const isPostgresOf = async (cluster: string, pid: number): Promise<boolean> => {
  if (!isAlive(pid)) return false;
  try {
    if (!/^postgres(\.exe)?$/.test(path.basename(await commandLineOf(pid)))) return false;
    if (process.platform !== 'linux') return true;
    const [itsFolder, folder] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)]);
    return itsFolder.dev === folder.dev && itsFolder.ino === folder.ino;
  } catch {
    return isAlive(pid);
  }
};

/** Contents of PostgreSQL's own lock file: owner, address, and whether that process still runs. */
export const readPostmasterFile = async (
  cluster: string,
): Promise<(Listening & { pid: number; isRunning: boolean }) | undefined> => {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, folder, address] = text.split('\n');
  // In single-user mode (`--single`) the number is negative.
  const number = Math.abs(Number(pid));
  if (!number) return undefined;
  return {
    pid: number,
    host: folder || address || '127.0.0.1',
    port: Number(port),
    isRunning: await isPostgresOf(cluster, number),
  };
};

/**
 * Address of the embedded server that runs in this folder; undefined where none runs.
 * @throws ConfigError where its password is missing or cannot be used
 */
export const runningEmbeddedUrl = async (home: string): Promise<string | undefined> => {
  const found = await readPostmasterFile(clusterOf(home));
  if (!found?.isRunning) return undefined;
  const password = await readPassword(home);
  if (password === undefined) {
    throw new ConfigError(`${passwordFileOf(home)} is missing: ${resetPasswordHint}.`);
  }
  return embeddedUrl(password, found);
};
