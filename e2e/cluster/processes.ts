// Programs of others as children of this process: their settings, logs and ends.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, mkdirSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

export const here = '127.0.0.1';
const settings = path.resolve(import.meta.dirname, '../../deploy/cluster');

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
const ordinaryUser = (() => {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined ? {} : { uid: Number(uid), gid: Number(gid) };
})();

/** A folder that the programs may write. */
export const makeFolder = (folder: string): string => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, gid } = ordinaryUser;
  if (uid !== undefined) chownSync(folder, uid, gid);
  return folder;
};

/** Ports of loopback that are free now. */
export const freePorts = async (count: number): Promise<number[]> => {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<net.Server>((resolve) => {
          const server = net.createServer();
          server.listen(0, here, () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as net.AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
};

/**
 * Writes a file of deploy/cluster with its `${NAMES}` filled in.
 * @throws where one is not given
 */
export const fillIn = async (
  name: string,
  values: Readonly<Record<string, string | number>>,
  file: string,
): Promise<string> => {
  const template = await readFile(path.join(settings, name), 'utf8');
  const isComment = (line: string) => /^\s*#/.test(line);
  const filled = template
    .split('\n')
    .filter((line) => !isComment(line))
    .join('\n')
    .replaceAll(/\$\{([A-Z0-9_]+)\}/g, (_, key: string) => {
      const value = values[key];
      if (value === undefined) throw new Error(`${name} wants ${key}`);
      return String(value);
    });
  await writeFile(file, filled, { mode: 0o600 });
  const { uid, gid } = ordinaryUser;
  if (uid !== undefined) chownSync(file, uid, gid);
  return file;
};

/** Starts a program that stays; its output goes to a file in the folder. */
export const launch = (
  folder: string,
  program: string,
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): ChildProcess => {
  const log = openSync(path.join(folder, `${path.basename(program)}.log`), 'a');
  return spawn(program, [...parameters], {
    cwd: folder,
    stdio: ['ignore', log, log],
    // Ctrl+C is for this process, which takes them down in its own way.
    detached: true,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder, LC_ALL: 'C.UTF-8', ...environment },
    ...ordinaryUser,
  });
};

/** Runs a program to its end; returns what it wrote. Throws with its errors where it fails. */
export const run = async (
  folder: string,
  program: string,
  parameters: readonly string[],
): Promise<string> => {
  const { stdout } = await promisify(execFile)(program, [...parameters], {
    cwd: folder,
    timeout: 60_000,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder, LC_ALL: 'C.UTF-8' },
    ...ordinaryUser,
  });
  return stdout;
};

/** Waits until something is so; a failure counts as not yet. Throws after `limitMs`. */
export const until = async (
  what: string,
  isSo: () => Promise<boolean>,
  limitMs = 90_000,
): Promise<void> => {
  for (const begin = performance.now(); performance.now() - begin < limitMs; await pause(100)) {
    if (await isSo().catch(() => false)) return;
  }
  throw new Error(`After ${limitMs / 1000} s still not so: ${what}`);
};

/** Whether this address answers 200. */
export const answers = async (url: string, method = 'GET'): Promise<boolean> => {
  const { status } = await fetch(url, { method, signal: AbortSignal.timeout(2000) });
  return status === 200;
};

const isUnder = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);

/**
 * Processes that work in this folder or below it, or name it in their command line: also those of PostgreSQL, which
 * outlive Patroni. Linux only.
 */
export const processesUnder = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        if (isUnder(readlinkSync(`/proc/${pid}/cwd`), folder)) return true;
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return words.some((word) => isUnder(word.replace(/^.*?=/, ''), folder));
      } catch {
        // It has ended, or is another user's.
        return false;
      }
    })
    .map(Number);

/** Sends a signal to all processes of a folder. */
export const signalAll = (folder: string, signal: NodeJS.Signals): void => {
  for (const pid of processesUnder(folder)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
};

/** Kills all processes of a folder, frozen ones too, and waits until none is left. */
export const endAll = async (folder: string): Promise<void> => {
  await until('all processes have ended', async () => {
    signalAll(folder, 'SIGKILL');
    return processesUnder(folder).length === 0;
  });
};
