// Photos that are made to take memory and time take it from a bounded process only.
import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { storagePath, thumbnailSuffix } from '@survey/contract';
import { interlacedPng, jpegOfScans } from '@survey/field/photos/picture-bombs.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverSecret } from '../../database/server-secrets.ts';
import { signPhoto } from '../../plugins/photo-links.ts';
import { newPhotoName, type PhotoStore } from '../../plugins/photo-store.ts';
import { openFolderStore } from '../../plugins/photo-store-folder.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { insertReports, report } from '../../testing/report-factory.ts';
import { picture } from '../../testing/submissions.ts';
import { openDecoder, PhotoNotDecoded } from './decoder.ts';
import { fairQueue } from './fair-queue.ts';
import { openThumbnails } from './thumbnails.ts';

const megabyte = 1024 * 1024;

describe('the process that decodes', () => {
  const decoder = openDecoder();
  afterAll(() => decoder.close());

  /** Most resident memory of the process during the work, where the system reports it. */
  const peakWhile = async <T>(
    work: Promise<T>,
  ): Promise<{ settled: T | unknown; peak: number }> => {
    let peak = 0;
    let isDone = false;
    const settled = work
      .catch((error: unknown) => error)
      .finally(() => {
        isDone = true;
      });
    while (!isDone) {
      const status = await readFile(`/proc/${decoder.pid()}/status`, 'utf8').catch(() => '');
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
      await pause(5);
    }
    return { settled: await settled, peak };
  };

  test('ends over a photo that takes too much memory, and the next photo gets another', async () => {
    // 800 MB once decoded, which the header does not announce.
    const bomb = await interlacedPng(10_000, 10_000);
    expect(bomb.length).toBeLessThan(2 * megabyte);
    const before = process.memoryUsage.rss();
    const { settled, peak } = await peakWhile(decoder.shrink(bomb));
    expect(settled).toBeInstanceOf(PhotoNotDecoded);
    expect(peak).toBeLessThan(500);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * megabyte);
    const small = await decoder.shrink(await picture('jpeg', { width: 900, height: 600 }));
    expect((await sharp(small).metadata()).width).toBe(320);
  }, 120_000);

  test('has room for the largest photo that is taken', async () => {
    const largest = await interlacedPng(5000, 5000);
    const { settled } = await peakWhile(decoder.shrink(largest));
    expect(settled).toBeInstanceOf(Buffer);
  }, 120_000);

  test('survives a JPEG of ninety scans, and goes on', async () => {
    await decoder.shrink(jpegOfScans(3000, 90)).catch((error) => {
      expect(error).toBeInstanceOf(PhotoNotDecoded);
    });
    expect(await decoder.shrink(await picture())).toBeInstanceOf(Buffer);
  }, 120_000);

  test('lets others go first, in all of its threads', async () => {
    await decoder.shrink(await picture());
    const pid = decoder.pid() as number;
    // Where the system has no priorities of threads, the process's own.
    const threads = await readdir(`/proc/${pid}/task`).catch(() => [pid]);
    for (const thread of threads) {
      expect(os.getPriority(Number(thread))).toBe(os.constants.priority.PRIORITY_BELOW_NORMAL);
    }
  });

  test('knows nothing of the server’s settings', async () => {
    process.env.AWS_SECRET_ACCESS_KEY = 'a secret of the server';
    const another = openDecoder();
    try {
      await another.shrink(await picture());
      const told = await readFile(`/proc/${another.pid()}/environ`, 'utf8').catch(() => '');
      expect(told).not.toContain('a secret of the server');
    } finally {
      another.close();
      delete process.env.AWS_SECRET_ACCESS_KEY;
    }
  });
});

describe('thumbnails', () => {
  const server = setUpTestServer();
  let store: PhotoStore;
  let linkKey: Buffer;
  beforeAll(async () => {
    store = await openFolderStore(server.photoFolder);
    linkKey = await serverSecret(server.database.db, 'photo links');
  });

  /** A photo of this surveyor, as one that was stored before photos were checked. */
  const keep = async (username: string, bytes: Buffer): Promise<string> => {
    const photo_name = newPhotoName('png');
    const staged = await store.stage(one(bytes));
    await store.keep(staged, photo_name);
    await store.discard(staged);
    await insertReports(server.database, [report({ username, photo_name })]);
    return photo_name;
  };
  async function* one(bytes: Buffer) {
    yield bytes;
  }
  const thumbnail = (name: string) =>
    server.app.inject({ url: storagePath + signPhoto(linkKey, name) + thumbnailSuffix });

  test('of one surveyor’s slow photos keep nobody else’s waiting', async () => {
    const slow = await interlacedPng(2000, 2000);
    const slowOnes = [];
    for (let count = 0; count < 8; count += 1) slowOnes.push(await keep('bomber', slow));
    const quick = await keep('sana', await picture('png'));
    const done: string[] = [];
    const ask = async (who: string, name: string) => {
      expect((await thumbnail(name)).statusCode).toBe(200);
      done.push(who);
    };
    await Promise.all([...slowOnes.map((name) => ask('bomber', name)), ask('sana', quick)]);
    expect(done.indexOf('sana')).toBeLessThan(4);
  }, 120_000);

  test('are not made of what takes too much, and this is found in no time from then on', async () => {
    const name = await keep('bomber', await interlacedPng(10_000, 10_000));
    for (let time = 0; time < 3; time += 1) {
      const answer = await thumbnail(name);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found']);
    }
  });

  test('are not made for clients that have gone', async () => {
    const name = await keep('sana', await picture('png'));
    const thumbnails = openThumbnails(store);
    try {
      const making = { name, report: async () => undefined, isWanted: () => false };
      await expect(thumbnails.open(making)).rejects.toMatchObject({ code: 'unavailable' });
      let begin = () => {};
      const hasBegun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const wanted = thumbnails.open({
        name,
        report: async () => begin() as undefined,
        isWanted: () => true,
      });
      await hasBegun;
      // The result reaches every request for the same thumbnail, even if the first one has disconnected.
      for (const photo of await Promise.all([wanted, thumbnails.open(making)])) {
        photo.body.destroy();
        expect(photo.bytes).toBeGreaterThan(0);
      }
    } finally {
      thumbnails.close();
    }
  });

  test('are made for a client that asks in the moment in which those before it are given up', async () => {
    const name = await keep('sana', await picture('png'));
    let letAsk = () => {};
    const late = new Promise<undefined>((resolve) => {
      letAsk = () => resolve(undefined);
    });
    let opened = 0;
    const open: PhotoStore['open'] = (file) => {
      opened += 1;
      return opened === 2 ? late : store.open(file);
    };
    const thumbnails = openThumbnails({ ...store, open });
    try {
      const making = { name, report: async () => undefined };
      const isWanted = () => {
        letAsk();
        return false;
      };
      const [gone, asked] = await Promise.allSettled([
        thumbnails.open({ ...making, isWanted }),
        thumbnails.open({ ...making, isWanted: () => true }),
      ]);
      expect([gone.status, asked.status]).toEqual(['rejected', 'fulfilled']);
      if (asked.status === 'fulfilled') asked.value.body.destroy();
    } finally {
      thumbnails.close();
    }
  });
});

describe('a queue', () => {
  test('goes round among those who wait, one work of each at a time', async () => {
    const queue = fairQueue({ atOnce: 2, mostWaiting: 10 });
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const add = (person: string, work: string) =>
      queue(person, () => {
        begun.push(work);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((work) => add(work[0] as string, work));
    expect(begun).toEqual(['a1', 'b1']);
    for (let at = 0; at < all.length; at += 1) {
      await expect.poll(() => ends[at]).toBeDefined();
      ends[at]?.();
    }
    await Promise.all(all);
    expect(begun.slice(0, 3)).toEqual(['a1', 'b1', 'c1']);
    expect(begun.at(-1)).toBe('a3');
  });

  test('refuses who has too much in it, and nobody else; what fails makes room', async () => {
    const queue = fairQueue({ atOnce: 1, mostWaiting: 1 });
    let fail = (_: Error) => {};
    const first = queue('a', () => new Promise((_, reject) => (fail = reject)));
    const second = queue('a', async () => 'a2');
    await expect(queue('a', async () => 'a3')).rejects.toMatchObject({ code: 'unavailable' });
    const other = queue('b', async () => 'b1');
    fail(new Error('no picture'));
    await expect(first).rejects.toThrow('no picture');
    expect(await Promise.all([second, other])).toEqual(['a2', 'b1']);
  });
});
