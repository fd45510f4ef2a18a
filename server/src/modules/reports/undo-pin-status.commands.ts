// Undoes a change of a PIN's status, with the mark of its reports (R18).
import { circleKey } from '@survey/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Writer } from '../../database/connection.ts';
import { say } from '../../say.ts';
import { lockCirclesOfKeys } from '../lists/lock-circles.commands.ts';
import { nextVersionsOfListsLeft, noteChangeOfPin } from '../lists/pin-lists.commands.ts';
import { setStatusesBack, type UndoneEntry } from '../lists/undo-pins.commands.ts';
import { reviewAsBefore, reviewBefore } from './review-state.ts';

const statusChange = z.object({
  username: z.string(),
  circle: z.string(),
  pin: z.string(),
  user_id: z.number(),
  after: z.object({ status: z.literal([0, 1]) }),
  reports: z.array(
    z.object({ id: z.number(), resubmission: z.literal([0, 1]).nullable(), ...reviewBefore }),
  ),
});

/** Locks the lists of all users who have the pin at once: their phones show the change too. */
const lockHolders = async (db: Writer, entryId: number, userId: number): Promise<void> => {
  const holders = await db
    .selectFrom('assigned_pins')
    .innerJoin('undo_pins', (join) =>
      join.on(sql<boolean>`assigned_pins.unit_id = any(undo_pins.unit_ids)`),
    )
    .select('assigned_pins.user_id')
    .where('entry_id', '=', entryId)
    .execute();
  await nextVersionsOfListsLeft(db, [userId, ...holders.map(({ user_id }) => user_id)]);
};

/** Restores a pin's status, and the marks of its reports. */
export const undoPinStatus = async (
  db: Writer,
  entry: UndoneEntry & { details: unknown },
): Promise<number> => {
  const { user_id: userId, circle, pin, reports } = statusChange.parse(entry.details);
  const ids = reports.map(({ id }) => id);
  await lockCirclesOfKeys(db, [circleKey(circle)], 'same holders');
  await lockHolders(db, entry.id, userId);
  const isAside = await db
    .selectFrom('reports')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('set_aside_at', 'is not', null)
    .executeTakeFirst();
  if (isAside) throw new AppError('conflict', say('undo-report-set-aside'));
  const changed = await setStatusesBack(db, entry.id);
  const current = await db
    .selectFrom('reports')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('replaced_by', 'is', null)
    .where('resubmission', '=', 1)
    .forNoKeyUpdate()
    .execute();
  if (current.length < ids.length) throw new AppError('conflict', say('undo-surveyed-again'));
  if (ids.length > 0) {
    await noteChangeOfPin(db, { userId, circleKey: circleKey(circle), pin });
    await sql`
      update reports set resubmission = was.resubmission, ${reviewAsBefore}
      from unnest(${ids}::bigint[], ${reports.map((report) => report.resubmission)}::smallint[],
        ${reports.map((report) => report.review)}::text[],
        ${reports.map((report) => report.reviewed_at)}::timestamptz[],
        ${reports.map((report) => report.reviewed_by)}::text[])
        as was (id, resubmission, review, reviewed_at, reviewed_by)
      where reports.id = was.id`.execute(db);
  }
  return changed + ids.length;
};
