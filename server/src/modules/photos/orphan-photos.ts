// Orphan photos: no report refers to them, because their transaction failed and the server was killed before it could
// remove them. They only take disk space, so they are removed late and slowly.

import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withLock } from '../../database/advisory-lock.ts';
import type { Database } from '../../database/connection.ts';
import { isPhotoName, type PhotoStore, thumbnailName } from '../../plugins/photo-store.ts';

/** Younger ones may belong to an open transaction; the longest takes minutes. */
const spareMs = 24 * 3600 * 1000;
/** Only one server of a database sweeps at a time. */
const sweepLock = 7_203_001;
/**
 * More orphans than this number, and than a tenth of all photos, are not leftovers: the store belongs to another
 * database, or the database was restored without its photos. Nothing is removed then.
 */
const believable = { orphans: 100, shareOfPhotos: 0.1 };
/** Pause between two removals, in milliseconds: freeing space is not urgent. */
const removalPauseMs = 5;

interface Swept {
  photos: number;
  removed: number;
}

interface Work {
  database: Pick<Database, 'longReads'>;
  photos: PhotoStore;
  now: Date;
  /** Ends the sweep early: what is not removed by then stays until the next one. */
  signal?: AbortSignal;
}

/** Names without their extensions, which a photo and its thumbnail have in common. */
async function* oldOnes({ photos, now, signal }: Work, seen: { photos: number }) {
  for (const kind of ['photos', 'thumbnails'] as const) {
    for await (const { name, storedAt } of photos.list(kind)) {
      signal?.throwIfAborted();
      if (kind === 'photos') seen.photos += 1;
      if (now.getTime() - storedAt.getTime() < spareMs) continue;
      yield `${name}\t${name.replace(/^thumbnails\//, '').replace(/\.\w+$/, '')}\n`;
    }
  }
}

const findOrphans = async (client: PoolClient, work: Work) => {
  const seen = { photos: 0 };
  await client.query('create temporary table old_photos (name text, stem text)');
  await pipeline(oldOnes(work, seen), client.query(copyFrom('copy old_photos from stdin')));
  const { rows } = await client.query<{ name: string }>(`
    select name from old_photos
    where not exists (
      select from reports where photo_name is not null and split_part(photo_name, '.', 1) = stem)
    order by name`);
  await client.query('drop table old_photos');
  return { orphans: rows.map(({ name }) => name), photos: seen.photos };
};

const removeAll = async ({ photos, signal }: Work, orphans: readonly string[]) => {
  for (const name of orphans) {
    signal?.throwIfAborted();
    await photos.remove(name);
    if (isPhotoName(name)) await photos.remove(thumbnailName(name));
    await pause(removalPauseMs);
  }
};

/**
 * Removes orphan photos older than a day, with their thumbnails.
 * @returns undefined where another server is sweeping
 * @throws Error where there are too many to be leftovers
 */
export const sweepOrphans = (work: Work): Promise<Swept | undefined> =>
  withLock(work.database.longReads, sweepLock, 'pg_try_advisory_lock', async (client) => {
    const { orphans, photos } = await findOrphans(client, work);
    const removed = orphans.filter(isPhotoName).length;
    if (removed > Math.max(believable.orphans, photos * believable.shareOfPhotos)) {
      throw new Error(
        `${removed} of ${photos} photos belong to no report: is this the photo store of another database? Nothing was removed.`,
      );
    }
    await removeAll(work, orphans);
    return { photos, removed };
  });
