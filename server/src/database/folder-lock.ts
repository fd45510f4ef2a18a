// A lock on a folder that holds across containers, machines and network file systems (ADR 34). It does not depend on
// PIDs: the holder touches its file every two seconds (heartbeat), and waiters watch for that. Only
// observed changes count, never a time written by another machine's clock.
// The folder holds numbered files; the highest number is the lock. It is taken by creating the next number,
// which only one of many can do. Numbers never decrease, so that a slow process cannot take a lock that was taken
// since.
import { readdirSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  identityOfThisProcess,
  isKnownToBeGone,
  type ProcessIdentity,
} from './process-identity.ts';

/** Milliseconds. */
export interface LockTimes {
  /** Between two heartbeats. */
  beat: number;
  /** A holder without heartbeat for this long is gone. */
  silence: number;
  /** Longest wait for a living holder, which may be about to end. */
  patience: number;
}

const standardTimes: LockTimes = { beat: 2_000, silence: 15_000, patience: 10_000 };

export interface LockOptions {
  /** Called once where taking the lock takes long. */
  onWait: () => void;
  /** Called once where another process has taken the lock: nothing in the folder may be touched any more. */
  onLost: () => void;
  /** Changes the owner of the lock's file to the user of a program that sends heartbeats for us. */
  give?: (file: string) => Promise<void>;
  times?: LockTimes;
}

export interface FolderLock {
  /** Its file: touching it is a heartbeat, for a program that uses the folder and may outlive this process. */
  file: string;
  release(): Promise<void>;
}

/** A living process holds the lock. */
export class FolderInUse extends Error {}

const free = 'free';

const highest = (names: readonly string[]): number =>
  Math.max(0, ...names.filter((name) => /^\d+$/.test(name)).map(Number));

const isCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');

/** Contents and modification time of the file; undefined where it is gone. */
const look = async (file: string) => {
  try {
    // Opened anew each time: network file systems revalidate their cache only then.
    const handle = await open(file, 'r');
    try {
      return { text: await handle.readFile('utf8'), touched: (await handle.stat()).mtimeMs };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ESTALE')) return undefined;
    throw error;
  }
};

const isHolderGone = (text: string): boolean => {
  if (text === free) return true;
  try {
    const identity = JSON.parse(text) as ProcessIdentity | null;
    return identity !== null && isKnownToBeGone(identity);
  } catch {
    // Created and not written yet.
    return false;
  }
};

/** Waits until the file's holder has released it, is gone, or has been silent for long enough. */
const makeWaiting = ({ beat, silence, patience }: LockTimes, onWait: () => void) => {
  const step = Math.min(250, beat / 4);
  const begin = performance.now();
  let isTold = false;
  return async (file: string): Promise<void> => {
    let seen: Awaited<ReturnType<typeof look>>;
    let silent = 0;
    let beats = 0;
    for (let last = performance.now(); ; ) {
      const now = performance.now();
      // A pause much longer than requested means that this process slept, not that the holder was silent.
      silent += Math.min(now - last, 4 * step);
      last = now;
      const found = await look(file);
      if (!found || isHolderGone(found.text)) return;
      if (found.text !== seen?.text || found.touched !== seen.touched) {
        if (seen) beats += 1;
        seen = found;
        silent = 0;
      }
      if (silent >= silence) return;
      const isBeating = beats > 0 && silent < 2.5 * beat;
      if (now - begin >= patience && isBeating) throw new FolderInUse();
      if (!isTold && now - begin >= beat / 2) {
        isTold = true;
        onWait();
      }
      await pause(step);
    }
  };
};

/** Creates the next number. @returns its number, and whether this process created it */
const claim = async (folder: string, wait: (file: string) => Promise<void>): Promise<number> => {
  const fileOf = (number: number) => path.join(folder, String(number));
  for (let known = 0; ; ) {
    const number = Math.max(known, highest(await readdir(folder)));
    if (number > 0) await wait(fileOf(number));
    const own = number + 1;
    try {
      await writeFile(fileOf(own), JSON.stringify(identityOfThisProcess() ?? null), { flag: 'wx' });
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
      // A network file system may list the folder as it was a moment ago.
      known = own;
      continue;
    }
    if (highest(await readdir(folder)) === own) return own;
    await rm(fileOf(own), { force: true });
  }
};

/**
 * Takes the lock of a folder, which is created where it is missing.
 * @throws FolderInUse where its holder lives
 */
export const lockFolder = async (
  folder: string,
  { onWait, onLost, give, times = standardTimes }: LockOptions,
): Promise<FolderLock> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const number = await claim(folder, makeWaiting(times, onWait));
  const file = path.join(folder, String(number));
  await give?.(file);
  for (const name of await readdir(folder))
    if (/^\d+$/.test(name) && Number(name) < number)
      await rm(path.join(folder, name), { force: true });

  let isHeld = true;
  let timer: NodeJS.Timeout | undefined;
  let beating = Promise.resolve();
  const lose = () => {
    if (!isHeld) return;
    isHeld = false;
    clearTimeout(timer);
    onLost();
  };
  const beat = async () => {
    try {
      const now = new Date();
      await utimes(file, now, now);
      if (highest(await readdir(folder)) > number) lose();
    } catch (error) {
      // Any other failure (such as a read-only disk) would hit every process that wants the lock.
      if (isCode(error, 'ENOENT', 'ESTALE')) lose();
    }
  };
  let last = Date.now();
  const onTime = () => {
    // This machine slept, or this process was stopped: check the lock before doing anything else.
    if (Date.now() - last > times.silence / 2) {
      try {
        if (highest(readdirSync(folder)) > number) return lose();
      } catch {
        // The next heartbeat reports it.
      }
    }
    last = Date.now();
    beating = beat().then(() => {
      if (isHeld) timer = setTimeout(onTime, times.beat);
    });
  };
  timer = setTimeout(onTime, times.beat);
  return {
    file,
    release: async () => {
      if (!isHeld) return;
      isHeld = false;
      clearTimeout(timer);
      await beating;
      // The number stays, so that the next is higher. Renamed into place, so that nobody reads half of it.
      const written = `${file}.released`;
      try {
        await writeFile(written, free);
        await rename(written, file);
      } catch {
        // Waiters then judge it by its silence.
      }
    },
  };
};
