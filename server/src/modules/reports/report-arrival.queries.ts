// What the arrival of a report asks before it writes.
import { sql } from 'kysely';
import type { Reader, Writer } from '../../database/connection.ts';

/** Who submits, and what circle and pin mean here. */
export interface Visit {
  name: string;
  phonenumber: string;
  is_active: boolean;
  /** The circle as the circle table spells it; null where it is not known. */
  circle_name: string | null;
  unit_id: number | null;
  /** Whether a report of the pin waits to be surveyed again. */
  is_sent_back: boolean;
}

/** Whether a current report of the pin is sent back (decision 18). */
export const isSentBack = ({ circleKey, pin }: { circleKey: string; pin: string }) =>
  sql<boolean>`exists (
    select from reports where circle_key = ${circleKey} and pin = ${pin}
      and replaced_by is null and resubmission = 1
  )`;

/**
 * The user as of now, who cannot be deleted before the transaction ends, with the place of the visit.
 * Undefined where the user has been deleted.
 */
export const findVisit = (
  db: Writer,
  { userId, circleKey, pin }: { userId: number; circleKey: string; pin: string },
): Promise<Visit | undefined> =>
  db
    .selectFrom('users')
    .leftJoin('circles', (join) => join.on('circles.key', '=', circleKey))
    .leftJoin('units', (join) =>
      join.onRef('units.circle_id', '=', 'circles.id').on('units.pin', '=', pin),
    )
    .select([
      'users.name',
      'users.phonenumber',
      'users.is_active',
      'circles.name as circle_name',
      'units.id as unit_id',
      isSentBack({ circleKey, pin }).as('is_sent_back'),
    ])
    .where('users.id', '=', userId)
    .forKeyShare('users')
    .executeTakeFirst();

/** A submission that is stored, by the id that the phone chose; undefined where there is none. */
export const findArrived = (
  db: Reader,
  { submissionId, username }: { submissionId: string; username: string },
) =>
  db
    .selectFrom('reports')
    .selectAll('reports')
    .select([
      // What the phone was told: an administrator may have sent the report back since.
      sql<boolean>`exists (select from reports earlier where earlier.replaced_by = reports.id)`.as(
        'has_replaced',
      ),
      sql<string>`to_char(submission_time, 'DD/MM/YYYY HH24:MI:SS')`.as('submission_time_text'),
    ])
    .where('submission_id', '=', submissionId)
    .where('username', '=', username)
    .executeTakeFirst();

export type ArrivedReport = NonNullable<Awaited<ReturnType<typeof findArrived>>>;
