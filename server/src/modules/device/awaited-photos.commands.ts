// Photos that arrive in a later request than their report, as OpenRosa clients send large ones (ADR 58).
import type { Kysely } from 'kysely';
import { type Actor, audit } from '../../database/audit.ts';
import type { Tables } from '../../database/tables.ts';
import { makePhotoDue } from '../checks/due-checks.commands.ts';
import type { ReportPhoto } from './ingest-reports.commands.ts';

/** A report that waits for its photo. */
interface Awaiting {
  id: number;
  circle: string;
  pin: string;
  photo_awaited: string | null;
}

/**
 * Gives a report the photo that it waits for.
 * @param photo in the store already, so that the row never refers to a missing photo
 * @returns false where it waits no more: another request brought the photo at the same time
 */
export const addAwaitedPhoto = (
  db: Kysely<Tables>,
  actor: Actor,
  { report, photo }: { report: Awaiting; photo: ReportPhoto },
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('reports')
      .set({
        photo_name: photo.name,
        photo_sha256: photo.sha256,
        photo_bytes: photo.bytes,
        photo_awaited: null,
      })
      .where('id', '=', report.id)
      .where('photo_awaited', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await makePhotoDue(transaction, report.id);
    await audit(transaction, actor, {
      action: 'add-awaited-photo',
      subject: `${report.circle} ${report.pin}`,
      rowCount: 1,
      details: { report: report.id, photo: report.photo_awaited },
    });
    return true;
  });
