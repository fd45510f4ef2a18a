// The stored report of a repeated submission.
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';

/** The stored report of a submission, by the id that the phone chose; undefined where there is none. */
export const findIngested = (
  db: Reader,
  { submissionId, username }: { submissionId: string; username: string },
) =>
  db
    .selectFrom('reports')
    .selectAll('reports')
    .select([
      // As the phone was answered: an administrator may have sent the report back since. Where it was set aside since,
      // the
      // reports that it had replaced are current again.
      sql<boolean>`coalesce(resubmission = 0, false) or exists (
        select from reports earlier where earlier.replaced_by = reports.id and earlier.id <> reports.id)`.as(
        'has_replaced',
      ),
      sql<string>`to_char(submission_time, 'DD/MM/YYYY HH24:MI:SS')`.as('submission_time_text'),
    ])
    .where('submission_id', '=', submissionId)
    .where('username', '=', username)
    .executeTakeFirst();

export type IngestedReport = NonNullable<Awaited<ReturnType<typeof findIngested>>>;

/** Number of a user's current reports that wait for their photo. */
export const awaitedPhotosOf = async (db: Reader, userId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('reports')
    .select((reports) => reports.fn.countAll<number>().as('count'))
    .where('photo_awaited', 'is not', null)
    .where('replaced_by', 'is', null)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
};
