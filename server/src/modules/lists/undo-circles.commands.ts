// Undoes removals and overwrites of users' circles.
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Writer } from '../../database/connection.ts';
import { type Message, say } from '../../say.ts';
import { assignCircleAgain, unassignCircle } from './assignments.commands.ts';
import { nextVersionsToChangeHolders } from './change-holders.commands.ts';
import { isAssigned } from './circles.queries.ts';
import { lockCircles } from './lock-circles.commands.ts';
import {
  putPinsBack,
  setStatusesBack,
  takeAddedPinsOff,
  type UndoneEntry,
} from './undo-pins.commands.ts';

const circleOfUser = z.object({
  username: z.string(),
  circle: z.string(),
  user_id: z.number(),
  circle_id: z.number(),
});
const removedCircle = circleOfUser.extend({ assigned_at: z.coerce.date() });
const overwrittenCircle = circleOfUser.extend({ is_new: z.boolean() });

/** Restores a circle that was removed from a user, with the pins that were on the list. */
export const undoDeleteCircle = async (
  db: Writer,
  entry: UndoneEntry & { details: unknown },
): Promise<number> => {
  const { username, circle, ...given } = removedCircle.parse(entry.details);
  const ofUser = { userId: given.user_id, circleId: given.circle_id };
  const [found] = await lockCircles(db, [ofUser.circleId], 'new holders');
  if (found === undefined) throw new AppError('conflict', say('undo-circle-gone', { circle }));
  await nextVersionsToChangeHolders(db, [ofUser.userId], [ofUser.circleId]);
  if (await isAssigned(db, ofUser)) {
    throw new AppError('conflict', say('undo-circle-assigned-again', { circle, username }));
  }
  await assignCircleAgain(db, ofUser, given.assigned_at);
  return putPinsBack(db, entry, ofUser);
};

/** Restores the statuses of an overwritten circle's pins and removes the pins that it added. */
export const undoReplaceCircle = async (
  db: Writer,
  entry: UndoneEntry & { details: unknown },
): Promise<number> => {
  const { username, circle, ...given } = overwrittenCircle.parse(entry.details);
  const ofUser = { userId: given.user_id, circleId: given.circle_id };
  await nextVersionsToChangeHolders(
    db,
    [ofUser.userId],
    await lockCircles(db, [ofUser.circleId], 'new holders'),
  );
  if (!(await isAssigned(db, ofUser))) {
    throw new AppError('conflict', say('undo-circle-taken', { circle, username }));
  }
  const count = (await setStatusesBack(db, entry.id)) + (await takeAddedPinsOff(db, entry.id));
  if (!given.is_new) return count;
  await refuseFurtherPins(db, ofUser, say('undo-more-pins', { username, circle }));
  await unassignCircle(db, ofUser);
  return count;
};

const refuseFurtherPins = async (
  db: Writer,
  { userId, circleId }: { userId: number; circleId: number },
  reason: Message,
): Promise<void> => {
  const further = await db
    .selectFrom('assigned_pins')
    .select('id')
    .where('user_id', '=', userId)
    .where('circle_id', '=', circleId)
    .executeTakeFirst();
  if (further) throw new AppError('conflict', reason);
};
