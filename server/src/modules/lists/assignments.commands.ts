// Rows of circle assignments, without the pins. Callers hold the lock of the circle (lock-circles.commands.ts) and of
// the users' lists (pin-lists.commands.ts).
import { AppError } from '../../app-error.ts';
import type { Writer } from '../../database/connection.ts';
import { expectCircle } from '../../database/lock-order.ts';
import { say } from '../../say.ts';

/**
 * Assigns a circle to users; existing assignments stay unchanged.
 * @returns the number of users who did not have it yet
 */
export const assignCircle = async (
  db: Writer,
  userIds: readonly number[],
  circleId: number,
): Promise<number> => {
  expectCircle(db, circleId, 'new holders');
  const assigned = await db
    .insertInto('circle_assignments')
    .values(userIds.map((user_id) => ({ user_id, circle_id: circleId })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(assigned.numInsertedOrUpdatedRows);
};

/** The refusal of a change of a circle that the user does not have. */
export const notAssigned = (circle: string, username: string): AppError =>
  new AppError('not-found', say('circle-not-assigned', { circle, username }));

/**
 * Removes a circle from a user; pins of it that are still on the list go with it, without tombstones.
 * @returns when the circle had been assigned; undefined where the user does not have it
 */
export const unassignCircle = async (
  db: Writer,
  { userId, circleId }: { userId: number; circleId: number },
): Promise<Date | undefined> => {
  const gone = await db
    .deleteFrom('circle_assignments')
    .where('user_id', '=', userId)
    .where('circle_id', '=', circleId)
    .returning('assigned_at')
    .executeTakeFirst();
  return gone?.assigned_at;
};

/** Restores an assignment with its original time. */
export const assignCircleAgain = async (
  db: Writer,
  { userId, circleId }: { userId: number; circleId: number },
  assignedAt: Date,
): Promise<void> => {
  expectCircle(db, circleId, 'new holders');
  await db
    .insertInto('circle_assignments')
    .values({ user_id: userId, circle_id: circleId, assigned_at: assignedAt })
    .execute();
};
