// A pin that was sent back is work for its surveyor alone, or for all who have it where that surveyor no longer has it
// (ADR 99). So giving pins to a user, or taking them away, changes what the lists of other users say.
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';
import { expectCircle } from '../../database/lock-order.ts';
import { nextListVersions, nextVersionsOfListsLeft } from './pin-lists.commands.ts';

interface Sharer {
  user_id: number;
  unit_ids: number[];
}

/**
 * Users who have pins of the circles that were sent back to one of `userIds`, other than the one they were sent back
 * to. One of `userIds` may be among them: the receiver of a transfer may have had a pin before.
 */
const sharersOf = async (
  db: Writer,
  userIds: readonly number[],
  circleIds: readonly number[],
): Promise<Sharer[]> => {
  for (const id of circleIds) expectCircle(db, id, 'new holders');
  const { rows } = await sql<Sharer>`
    select others.user_id, array_agg(others.unit_id) as unit_ids
    from reports
    join circles on circles.key = reports.circle_key
    join units on units.circle_id = circles.id and units.pin = reports.pin
    join assigned_pins as others on others.unit_id = units.id
    where replaced_by is null and resubmission = 1 and reports.user_id = any(${userIds}::bigint[])
      and circles.id = any(${circleIds}::bigint[]) and others.user_id <> reports.user_id
    group by others.user_id`.execute(db);
  return rows;
};

/**
 * Raises the version of the pins on the sharers' lists, so that their phones fetch them again. The caller holds the
 * locks of these lists.
 */
const noteToSharers = async (db: Writer, sharers: readonly Sharer[]): Promise<void> => {
  if (sharers.length === 0) return;
  const unitIds = [...new Set(sharers.flatMap(({ unit_ids }) => unit_ids))];
  await sql`
    update assigned_pins set version = pin_lists.version
    from pin_lists
    where pin_lists.user_id = assigned_pins.user_id and unit_id = any(${unitIds}::bigint[])
      and assigned_pins.user_id = any(${sharers.map(({ user_id }) => user_id)}::bigint[])`.execute(
    db,
  );
};

/**
 * Like `nextListVersions`, for a change of which pins of these circles the users have. It also locks the lists of users
 * who share their sent-back pins, and raises the versions of those pins. The caller holds the circles for `new
 * holders`, so that meanwhile nothing is sent back and nobody gets or loses pins.
 * @returns the versions of the users' lists
 * @throws AppError not-found where one of the users has been deleted
 */
export const nextVersionsToChangeHolders = async (
  db: Writer,
  userIds: readonly number[],
  circleIds: readonly number[],
): Promise<Map<number, number>> => {
  const sharers = await sharersOf(db, userIds, circleIds);
  const all = new Set([...userIds, ...sharers.map(({ user_id }) => user_id)]);
  await nextVersionsOfListsLeft(db, [...all]);
  await noteToSharers(db, sharers);
  return nextListVersions(db, userIds);
};

/** Like `nextVersionsToChangeHolders`, before a user is deleted: locks only the lists of the others. */
export const noteLeavingHolder = async (
  db: Writer,
  userId: number,
  circleIds: readonly number[],
): Promise<void> => {
  const sharers = await sharersOf(db, [userId], circleIds);
  await nextVersionsOfListsLeft(
    db,
    sharers.map(({ user_id }) => user_id),
  );
  await noteToSharers(db, sharers);
};
