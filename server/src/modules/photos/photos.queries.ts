// What reports say of their photos.
import type { Reader } from '../../database/connection.ts';
import type { CameAs } from '../../plugins/photo-damage.ts';

/** Who sent a photo, and what came. */
export interface PhotosReport extends CameAs {
  username: string;
}

/** What the photo's report says of it; undefined where no report has it. */
export const findPhotosReport = (db: Reader, name: string): Promise<PhotosReport | undefined> =>
  db
    .selectFrom('reports')
    .select(['username', 'photo_bytes as bytes', 'photo_sha256 as sha256'])
    .where('photo_name', '=', name)
    .limit(1)
    .executeTakeFirst();
