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

export interface Swept {
  photos: number;
  removed: number;
}

interface Work {
  database: Pick<Database, 'longReads'>;
  photos: PhotoStore;
  now: Date;
}

/** Names without their extensions, which a photo and its thumbnail have in common. */
async function* oldOnes({ photos, now }: Work, seen: { photos: number }) {
  for (const kind of ['photos', 'thumbnails'] as const) {
    for await (const { name, storedAt } of photos.list(kind)) {
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

const removeAll = async (photos: PhotoStore, orphans: readonly string[]) => {
  for (const name of orphans) {
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
    await removeAll(work.photos, orphans);
    return { photos, removed };
  });

interface Notes {
  done(swept: Swept): void;
  failed(error: unknown): void;
}

/** Delay of the first sweep after a start, in milliseconds; a server that is restarted every night sweeps too. */
const firstAfterMs = 20 * 60_000;

/**
 * Sweeps every so many hours; 0: never.
 * @returns a function that stops it; the connection ends a sweep under way
 */
export const startSweeping = (
  work: Pick<Work, 'database' | 'photos'>,
  hours: number,
  notes: Notes,
): (() => void) => {
  if (hours === 0) return () => undefined;
  let timer: NodeJS.Timeout;
  const sweepAfter = (ms: number) => {
    timer = setTimeout(() => {
      sweepOrphans({ ...work, now: new Date() })
        .then((swept) => swept && notes.done(swept))
        .catch(notes.failed);
      sweepAfter(hours * 3600 * 1000);
    }, ms).unref();
  };
  sweepAfter(firstAfterMs);
  return () => clearTimeout(timer);
};
