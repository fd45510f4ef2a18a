// A file in the photo folder names the operation whose photos it contains. So the start notices a disk that is not
// mounted, or the folder of another operation, before photos are missed (ADR 77).
import type { Kysely } from 'kysely';
import { ConfigError } from '../config.ts';
import { serverSecret } from '../database/server-secrets.ts';
import type { Tables } from '../database/tables.ts';
import type { PhotoStore } from './photo-store.ts';

/** Reports whose photos are looked for in a folder without a mark: the newest and the oldest ones. */
const asked = 5;

/**
 * The id in the mark. It is not secret, but `server_secrets` is where an operation keeps what no other operation has.
 */
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

/** Writes the mark of this operation into the store, if that has marks. */
export const markStore = async (db: Kysely<Tables>, { mark }: PhotoStore): Promise<void> => {
  await mark?.write(await storeId(db));
};

/**
 * Refuses a folder of another operation, and a folder without a mark and without the photos that it should contain. A
 * folder that is older than marks gets one.
 * @throws ConfigError that says what to do
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
