// The photo columns of reports.
import type { Reader } from '../../database/connection.ts';
import type { CameAs } from '../../plugins/photo-damage.ts';

/** The sender of a photo, and its size and checksum as received. */
export interface PhotosReport extends CameAs {
  username: string;
}

/** The photo columns of the photo's report; undefined where no report has it. */
export const findPhotosReport = (db: Reader, name: string): Promise<PhotosReport | undefined> =>
  db
    .selectFrom('reports')
    .select(['username', 'photo_bytes as bytes', 'photo_sha256 as sha256'])
    .where('photo_name', '=', name)
    .limit(1)
    .executeTakeFirst();

/** The circles of the reports with this photo. */
export const circlesOfPhoto = async (db: Reader, name: string): Promise<string[]> => {
  const found = await db
    .selectFrom('reports')
    .select('circle')
    .where('photo_name', '=', name)
    .execute();
  return found.map(({ circle }) => circle);
};
