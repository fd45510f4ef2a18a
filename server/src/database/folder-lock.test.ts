// One holder at a time, whatever its process is called and wherever it runs.
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FolderInUse, type LockOptions, lockFolder } from './folder-lock.ts';
import { identityOfThisProcess } from './process-identity.ts';

const times = { beat: 100, silence: 1500, patience: 800 };
/** The identity of a process that cannot be checked from here. */
const elsewhere = JSON.stringify({
  boot: 'another',
  pidNamespace: 'pid:[1]',
  pid: 1,
  started: '1',
});

let root: string;
let count = 0;
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'survey-lock-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const newFolder = () => {
  count += 1;
  return path.join(root, String(count));
};
const lock = (folder: string, options: Partial<LockOptions> = {}) =>
  lockFolder(folder, { onWait: () => undefined, onLost: () => undefined, times, ...options });

/** A lock that a killed container left behind. */
const leftIn = async (folder: string, text = elsewhere) => {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, '7'), text);
};

test('who holds it keeps it, and the next one has it once it is released', async () => {
  const folder = newFolder();
  const first = await lock(folder);
  await expect(lock(folder)).rejects.toThrow(FolderInUse);
  await first.release();
  const second = await lock(folder);
  await second.release();
  expect(await readdir(folder)).toEqual(['2']);
});

test('a program beside the holder keeps it alive by touching its file', async () => {
  const folder = newFolder();
  await leftIn(folder);
  const touching = setInterval(
    () => void utimes(path.join(folder, '7'), new Date(), new Date()).catch(() => undefined),
    50,
  );
  await expect(lock(folder)).rejects.toThrow(FolderInUse);
  clearInterval(touching);
  await (await lock(folder)).release();
});

test('of several who find a silent one, one takes it', async () => {
  const folder = newFolder();
  await leftIn(folder);
  let waits = 0;
  const onWait = () => {
    waits += 1;
  };
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, () => lock(folder, { onWait, times: { ...times, patience: 4000 } })),
  );
  const taken = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(taken).toHaveLength(1);
  expect(waits).toBe(8);
  await taken[0]?.release();
});

test('one whose process is known to be gone is taken at once, and one that only has its PID is not believed', async () => {
  const own = identityOfThisProcess();
  // Only Linux identifies the process; elsewhere its silence is waited for.
  const gone = own ? JSON.stringify({ ...own, started: '1' }) : 'free';
  const folder = newFolder();
  await leftIn(folder, gone);
  const slow = { ...times, silence: 600_000, patience: 600_000 };
  await (await lock(folder, { times: slow })).release();
  const living = newFolder();
  await leftIn(living, JSON.stringify(own ?? null));
  const begin = performance.now();
  await (await lock(living)).release();
  expect(performance.now() - begin).toBeGreaterThan(times.silence / 2);
});

test('whoever slept while another took it is told, and takes nothing back', async () => {
  const folder = newFolder();
  let isLost = false;
  const sleeper = await lock(folder, {
    onLost: () => {
      isLost = true;
    },
  });
  // As a waiter does after seeing no heartbeat for long enough.
  await writeFile(path.join(folder, '2'), elsewhere);
  await expect.poll(() => isLost, { timeout: 5000 }).toBe(true);
  await sleeper.release();
  expect(await readdir(folder)).toContain('2');
  const touching = setInterval(
    () => void utimes(path.join(folder, '2'), new Date(), new Date()).catch(() => undefined),
    50,
  );
  await pause(100);
  await expect(lock(folder)).rejects.toThrow(FolderInUse);
  clearInterval(touching);
});
