// What reports say of their photos.
import type { Reader } from '../../database/connection.ts';

/** Whose photo this is, and what came; undefined where no report has it. */
export const findPhotosReport = (db: Reader, name: string) =>
  db
    .selectFrom('reports')
    .select(['username', 'photo_bytes as bytes', 'photo_sha256 as sha256'])
    .where('photo_name', '=', name)
    .limit(1)
    .executeTakeFirst();
