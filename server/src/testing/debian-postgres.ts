// Debian's PostgreSQL for tests with several servers: it has pg_basebackup, which the embedded one lacks.
import { execFile, spawn } from 'node:child_process';
import { chown, mkdtemp, readdir, readFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { descendantsOf } from './namespaces.ts';
import { until } from './until.ts';

const run = promisify(execFile);
const debian = '/usr/lib/postgresql';

export interface Postgres {
  bin: string;
  /** The user that runs it, because PostgreSQL refuses to run as root. */
  who: { uid?: number; gid?: number };
}

/** The newest version with pg_basebackup, and a user to run it; undefined where it is not installed. */
export const findPostgres = async (): Promise<Postgres | undefined> => {
  const versions = await readdir(debian).catch(() => [] as string[]);
  const newest = versions.sort((a, b) => Number(a) - Number(b)).at(-1);
  if (newest === undefined) return undefined;
  const bin = path.join(debian, newest, 'bin');
  const programs = await readdir(bin).catch(() => [] as string[]);
  if (!programs.includes('postgres') || !programs.includes('pg_basebackup')) return undefined;
  if (process.getuid?.() !== 0) return { bin, who: {} };
  const found = (await readFile('/etc/passwd', 'utf8')).match(/^postgres:[^:]*:(\d+):(\d+):/m);
  return found ? { bin, who: { uid: Number(found[1]), gid: Number(found[2]) } } : undefined;
};

/** Runs a program of PostgreSQL to its end; throws with its error output. */
export const runTool = (
  { bin, who }: Postgres,
  folder: string,
  name: string,
  ...parameters: string[]
) => run(path.join(bin, name), parameters, { ...who, cwd: folder });

export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** A temporary folder that belongs to PostgreSQL's user. */
export const makeFolder = async ({ who }: Postgres, name: string): Promise<string> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), `survey-${name}-`));
  if (who.uid !== undefined && who.gid !== undefined) await chown(folder, who.uid, who.gid);
  return folder;
};

/** Makes a cluster whose superuser needs no password. */
export const makeCluster = (postgres: Postgres, folder: string, data: string) => {
  const access = ['-U', 'postgres', '-A', 'trust'];
  const texts = ['-E', 'UTF8', '--locale=C'];
  return runTool(postgres, folder, 'initdb', '-D', data, ...access, ...texts, '--no-sync');
};

/** Sends a signal to a server and all its processes. */
const signalAll = (pid: number, signal: NodeJS.Signals): void => {
  for (const each of [pid, ...descendantsOf(pid)]) process.kill(each, signal);
};

/** Starts PostgreSQL on the data of a cluster, on a free port of loopback. */
export const startPostgres = async (
  { bin, who }: Postgres,
  folder: string,
  data: string,
  settings: readonly string[] = [],
) => {
  const port = await freePort();
  const given = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const child = spawn(
    path.join(bin, 'postgres'),
    ['-D', data, ...[...given, ...settings].flatMap((setting) => ['-c', setting])],
    { ...who, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const ended = new Promise<void>((exit) => child.once('exit', () => exit()));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres?sslmode=disable`;
  const isInRecovery = async (): Promise<boolean | undefined> => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query('select pg_is_in_recovery() as waits');
      return rows[0].waits;
    } catch {
      return undefined;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  return {
    url,
    log: () => log,
    /** `freeze` stops all its processes at once, without closing a connection; `thaw` continues them. */
    freeze: () => signalAll(child.pid as number, 'SIGSTOP'),
    thaw: () => signalAll(child.pid as number, 'SIGCONT'),
    /** Kills it, as a loss of power does. */
    stop: async () => {
      child.kill('SIGQUIT');
      await ended;
    },
    /** Waits until it answers, as a standby (true) or as a primary (false). */
    untilRecovery: (isStandby: boolean) => until(async () => (await isInRecovery()) === isStandby),
  };
};
