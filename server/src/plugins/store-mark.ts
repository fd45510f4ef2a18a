// A file in the photo folder says whose photos it holds, so that a disk that is not mounted, or another operation's
// folder, is noticed at the start and not by photos that are missing (ADR 77).
import type { Kysely } from 'kysely';
import { ConfigError } from '../config.ts';
import { serverSecret } from '../database/server-secrets.ts';
import type { Tables } from '../database/tables.ts';
import type { PhotoStore } from './photo-store.ts';

/** Reports whose photos tell a folder that has no file yet: the newest and the oldest ones. */
const asked = 5;

/** The store's name for this operation: not secret, but kept where each operation keeps what is its own. */
const storeId = async (db: Kysely<Tables>): Promise<string> =>
  (await serverSecret(db, 'photo store')).toString('hex');

const photosOf = async (db: Kysely<Tables>): Promise<string[]> => {
  const some = (direction: 'asc' | 'desc') =>
    db
      .selectFrom('reports')
      .select('photo_name')
      .where('photo_name', 'is not', null)
      .orderBy('id', direction)
      .limit(asked)
      .execute();
  const found = [...(await some('desc')), ...(await some('asc'))];
  return found.flatMap(({ photo_name }) => photo_name ?? []);
};

const holdsOneOf = async (photos: PhotoStore, names: readonly string[]): Promise<boolean> => {
  for (const name of names) if (await photos.read(name)) return true;
  return names.length === 0;
};

/** Writes the mark of this operation into the store, where stores have one. */
export const markStore = async (db: Kysely<Tables>, { mark }: PhotoStore): Promise<void> => {
  await mark?.write(await storeId(db));
};

/**
 * Refuses a folder that is another operation's, or has no mark and none of the photos that it should hold. A folder of
 * before there were marks gets one.
 * @throws ConfigError with what to do
 */
export const checkStoreMark = async (db: Kysely<Tables>, photos: PhotoStore): Promise<void> => {
  if (!photos.mark) return;
  const id = await storeId(db);
  const found = await photos.mark.read();
  if (found === id) return;
  const remedy = `Where it is the right one, write ${id} into ${photos.mark.path}`;
  if (found !== undefined) {
    throw new ConfigError(
      `The photo folder belongs to another operation: see PHOTO_STORE and DATA_DIR. ${remedy}`,
    );
  }
  if (!(await holdsOneOf(photos, await photosOf(db)))) {
    throw new ConfigError(
      `The photo folder has none of the operation's photos: its disk may not be mounted, see PHOTO_STORE and DATA_DIR. ${remedy}`,
    );
  }
  await photos.mark.write(id);
};
