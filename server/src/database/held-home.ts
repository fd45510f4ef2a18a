// Exclusive use of the embedded database's folder: its lock, and no remaining PostgreSQL in it.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from '../config.ts';
import { clusterOf, readPostmasterFile } from './embedded-address.ts';
import { FolderInUse, type FolderLock, lockFolder } from './folder-lock.ts';
import { choosePostgresRunner, type PostgresRunner } from './postgres-runner.ts';

export interface HeldHome {
  runner: PostgresRunner;
  lock: FolderLock;
}

const inUse = (home: string) =>
  new ConfigError(`DATA_DIR is in use by another server (${home}): stop that one first.`);

/** Longest time for the PostgreSQL of a killed server to stop, in milliseconds. */
const restMs = 60_000;
const toldAfterMs = 2_000;

/**
 * The PostgreSQL of a killed server runs on until its watcher stops it.
 * @throws ConfigError where it goes on
 */
const waitForEarlierServer = async (home: string): Promise<void> => {
  let isTold = false;
  for (const begin = performance.now(); ; await pause(100)) {
    const found = await readPostmasterFile(clusterOf(home));
    if (!found?.isRunning) return;
    const waited = performance.now() - begin;
    if (waited > restMs) throw inUse(home);
    if (waited > toldAfterMs && !isTold) {
      isTold = true;
      console.error(`Waiting for an earlier PostgreSQL (process ${found.pid}) to come to rest.`);
    }
  }
};

/**
 * Locks the folder for this process. Where another process takes the lock later, because this machine slept, this
 * process ends: it must not acknowledge anything any more.
 * @param home folder for cluster, password, socket and lock; created where it is missing
 * @param onLost called first, to end what uses the folder
 * @throws ConfigError where another process holds it, or it cannot be written
 */
export const holdHome = async (home: string, onLost = () => {}): Promise<HeldHome> => {
  const runner = await choosePostgresRunner(clusterOf(home));
  const folder = path.join(home, 'lock');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const one of [path.dirname(home), home, folder]) await runner.letThrough(one);
    const lock = await lockFolder(folder, {
      give: runner.give,
      onWait: () =>
        console.error(
          `DATA_DIR is locked (${home}); looking for up to 20 s whether that server still runs.`,
        ),
      onLost: () => {
        onLost();
        console.error(
          `DATA_DIR was taken by another server (${home}) while this one slept: this one ends.`,
        );
        process.exit(1);
      },
    });
    try {
      await waitForEarlierServer(home);
    } catch (error) {
      await lock.release();
      throw error;
    }
    return { runner, lock };
  } catch (error) {
    if (error instanceof FolderInUse) throw inUse(home);
    const { code } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    throw new ConfigError(
      `DATA_DIR cannot be used (${home}: ${code}): look at its owner and its disk (\`ls -ld ${home}\`).`,
    );
  }
};
