// Orphan photos (no report refers to them) are removed when they are old enough, and no other photos.
import { access, readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPhotoName, type PhotoStore, thumbnailName } from '../../plugins/photo-store.ts';
import { openFolderStore } from '../../plugins/photo-store-folder.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { picture, submissionFields, submit } from '../../testing/submissions.ts';
import { sweepOrphans } from './orphan-photos.ts';

const hour = 3600 * 1000;
const server = setUpTestServer();
let photos: PhotoStore;
/** A photo that a report refers to. */
let kept: string;
beforeAll(async () => {
  photos = await openFolderStore(server.photoFolder);
  const ali = await server.addSurveyor('ali');
  await submit(server, ali.token, submissionFields(), await picture());
  const { photo_name } = await server.database.db
    .selectFrom('reports')
    .select('photo_name')
    .executeTakeFirstOrThrow();
  kept = photo_name as string;
});

async function* bytes() {
  yield Buffer.from('a photo');
}

/** Too large to stay in memory until it is kept. */
async function* largeBytes() {
  yield Buffer.alloc(300_000);
}

/** Stores an object that was modified a number of hours ago. */
const store = async (name: string, hoursAgo: number): Promise<string> => {
  await photos.keep(await photos.stage(bytes()), name);
  const at = new Date(Date.now() - hoursAgo * hour);
  await utimes(path.join(server.photoFolder, name), at, at);
  return name;
};

const isThere = (name: string): Promise<boolean> =>
  access(path.join(server.photoFolder, name)).then(
    () => true,
    () => false,
  );

const sweep = (now = new Date()) => sweepOrphans({ database: server.database, photos, now });

describe('sweeping', () => {
  test('removes nothing once the server stops', async () => {
    const orphan = await store(newPhotoName('png'), 25);
    const signal = AbortSignal.abort();
    const work = { database: server.database, photos, now: new Date(), signal };
    await expect(sweepOrphans(work)).rejects.toThrow('aborted');
    expect(await isThere(orphan)).toBe(true);
    await photos.remove(orphan);
  });

  test('removes old orphans with their thumbnails, and spares the young, the used, and what is on its way', async () => {
    const old = await store(newPhotoName('png'), 25);
    const itsThumbnail = await store(thumbnailName(old), 1);
    const thumbnailOfNothing = await store(thumbnailName(newPhotoName('jpg')), 25);
    const young = await store(newPhotoName('jpg'), 23);
    const keptThumbnail = await store(thumbnailName(kept), 1000);
    await photos.stage(largeBytes());
    await utimes(path.join(server.photoFolder, kept), new Date(0), new Date(0));
    expect(await sweep()).toEqual({ photos: 3, removed: 1 });
    for (const name of [old, itsThumbnail, thumbnailOfNothing])
      expect(await isThere(name)).toBe(false);
    for (const name of [young, kept, keptThumbnail]) expect(await isThere(name)).toBe(true);
    expect(await readdir(path.join(server.photoFolder, 'incoming'))).toHaveLength(1);
    expect(await sweep()).toEqual({ photos: 2, removed: 0 });
    expect(await sweep(new Date(Date.now() + 2 * hour))).toEqual({ photos: 2, removed: 1 });
  });

  test('is done by one server at a time, and by the next one when that one has died', async () => {
    const old = await store(newPhotoName('jpg'), 25);
    const other = await server.database.longReads.connect();
    await other.query('select pg_advisory_lock(7203001)');
    expect(await sweep()).toBeUndefined();
    expect(await isThere(old)).toBe(true);
    other.release(true);
    await expect.poll(() => sweep()).toMatchObject({ removed: 1 });
  });

  test('removes nothing where most photos belong to no report: the database is not theirs', async () => {
    const many = Array.from({ length: 101 }, () => newPhotoName('jpg'));
    for (const name of many) await store(name, 25);
    await expect(sweep()).rejects.toThrow(/101 of 102 photos belong to no report/);
    expect(await isThere(many[0] as string)).toBe(true);
    await photos.remove(many.pop() as string);
    expect(await sweep()).toEqual({ photos: 101, removed: 100 });
  });
});
