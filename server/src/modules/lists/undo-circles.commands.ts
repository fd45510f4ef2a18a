// Undoes removals and overwrites of users' circles.
import { z } from 'zod';
import type { Writer } from '../../database/connection.ts';
import { assignCircleAgain, unassignCircle } from './assignments.commands.ts';
import { isAssigned } from './circles.queries.ts';
import { lockCircles } from './lock-circles.commands.ts';
import { nextListVersions } from './pin-lists.commands.ts';
import {
  inTheWay,
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
  if (found === undefined) throw inTheWay(`circle ${circle} is gone since.`);
  await nextListVersions(db, [ofUser.userId]);
  if (await isAssigned(db, ofUser)) {
    throw inTheWay(`circle ${circle} has been assigned to ${username} again since.`);
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
  await nextListVersions(db, [ofUser.userId]);
  if (!(await isAssigned(db, ofUser))) {
    throw inTheWay(`circle ${circle} has been taken from ${username} since.`);
  }
  const count = (await setStatusesBack(db, entry.id)) + (await takeAddedPinsOff(db, entry.id));
  if (!given.is_new) return count;
  await refuseFurtherPins(db, ofUser, `${username} got more pins of circle ${circle} since.`);
  await unassignCircle(db, ofUser);
  return count;
};

const refuseFurtherPins = async (
  db: Writer,
  { userId, circleId }: { userId: number; circleId: number },
  reason: string,
): Promise<void> => {
  const further = await db
    .selectFrom('assigned_pins')
    .select('id')
    .where('user_id', '=', userId)
    .where('circle_id', '=', circleId)
    .executeTakeFirst();
  if (further) throw inTheWay(reason);
};
