// The lists of pins that users carry. Every change of a list goes through `nextListVersions`: it takes the list's lock,
// so changes of one list are serialised, and phones can fetch the changes since a version.
// Locks are taken in one order everywhere, so that changes cannot deadlock: circles, then the lists of all users
// concerned (here), then units, assignments, pins, reports (ADR 38).
import type { PinStatus } from '@survey/contract';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Writer } from '../../database/connection.ts';
import { heldVersion, listsToLock, noteLists } from '../../database/lock-order.ts';
import { say } from '../../say.ts';
import { lockCircles, lockCirclesOfKeys } from './lock-circles.commands.ts';

const lockLists = async (db: Writer, userIds: readonly number[]): Promise<void> => {
  const users = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`id = any(${userIds}::bigint[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  const ids = users.map(({ id }) => id);
  const { rows } = await sql<{ user_id: number; version: number }>`
    insert into pin_lists (user_id, version)
    select user_id, 1 from unnest(${ids}::bigint[]) as user_id order by user_id
    on conflict (user_id) do update set version = pin_lists.version + 1
    returning user_id, version`.execute(db);
  noteLists(db, userIds, new Map(rows.map(({ user_id, version }) => [user_id, version])));
};

/**
 * As `nextListVersions`, for lists that were looked up and may have been deleted since: users who have been deleted
 * have no version in the answer. A list that the transaction has locked keeps its version.
 */
export const nextVersionsOfListsLeft = async (
  db: Writer,
  userIds: readonly number[],
): Promise<Map<number, number>> => {
  const wanted = listsToLock(db, userIds);
  if (wanted.length > 0) await lockLists(db, wanted);
  const versions = new Map<number, number>();
  for (const id of userIds) {
    const version = heldVersion(db, id);
    if (version !== undefined) versions.set(id, version);
  }
  return versions;
};

/**
 * Locks the lists of these users, always in the order of their ids so that two changes cannot deadlock,
 * and returns the version that each changed row must carry. None of the users can be deleted
 * before the transaction ends.
 * @throws AppError not-found where one of them has been deleted
 */
export const nextListVersions = async (
  db: Writer,
  userIds: readonly number[],
): Promise<Map<number, number>> => {
  const versions = await nextVersionsOfListsLeft(db, userIds);
  if (userIds.some((id) => !versions.has(id))) {
    throw new AppError('not-found', say('user-deleted-meanwhile'));
  }
  return versions;
};

/** A pin on a user's list, by the names that calls use. `circleKey` is the contract's `circleKey` of the circle. */
export interface ListedPin {
  userId: number;
  circleKey: string;
  pin: string;
}

/**
 * Sets the status of a pin on a user's list.
 * @param entryId the audit entry that can undo this, if there is one
 * @returns false where the pin is not on the list
 */
export const setPinStatus = async (
  db: Writer,
  { userId, circleKey, pin }: ListedPin,
  status: PinStatus,
  entryId: number | null = null,
): Promise<boolean> => {
  const versions = await nextListVersions(db, [userId]);
  const changed = await db
    .updateTable('assigned_pins')
    .set({
      status,
      version: versions.get(userId) as number,
      changed_by: sql`case when assigned_pins.status = ${status} then assigned_pins.changed_by
        else ${entryId}::bigint end`,
    })
    .from('units')
    .innerJoin('circles', 'circles.id', 'units.circle_id')
    .whereRef('units.id', '=', 'assigned_pins.unit_id')
    .where('assigned_pins.user_id', '=', userId)
    .where('circles.key', '=', circleKey)
    .where('units.pin', '=', pin)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
};

/**
 * Makes phones fetch a pin again after a change of something beside its status, such as its report being sent back: on
 * the lists of all users who have it, with the circle locked so that nobody else can be assigned it meanwhile. Locks
 * those lists, and this user's in any case, so call it before every other change of lists in the transaction.
 */
export const noteChangeOfPin = async (
  db: Writer,
  { userId, circleKey, pin }: ListedPin,
): Promise<void> => {
  await lockCirclesOfKeys(db, [circleKey], 'same holders');
  const holders = await db
    .selectFrom('assigned_pins')
    .innerJoin('units', 'units.id', 'assigned_pins.unit_id')
    .innerJoin('circles', 'circles.id', 'units.circle_id')
    .select(['assigned_pins.user_id', 'assigned_pins.unit_id'])
    .where('circles.key', '=', circleKey)
    .where('units.pin', '=', pin)
    .execute();
  const userIds = [userId, ...holders.map((holder) => holder.user_id)];
  await nextVersionsOfListsLeft(db, userIds);
  await sql`
    update assigned_pins set version = pin_lists.version
    from pin_lists
    where pin_lists.user_id = assigned_pins.user_id
      and assigned_pins.user_id = any(${userIds}::bigint[])
      and unit_id = ${holders[0]?.unit_id ?? null}`.execute(db);
};

/**
 * Makes the phones that have these units on their lists fetch them again, because their row of the parcel list
 * changed. Concurrent assignments must come before or after: the lists of all users who have the circles are
 * locked, and the circles are locked against further assignments.
 * @param unitIds a select of ids, so that a hundred thousand of them stay in the database
 */
export const noteChangedUnits = async (db: Writer, unitIds: RawBuilder<number>): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select distinct circle_id as id from units where id in (${unitIds})`.execute(db);
  const circles = await lockCircles(
    db,
    rows.map(({ id }) => id),
    'new holders',
  );
  const holders = await db
    .selectFrom('circle_assignments')
    .select('user_id')
    .distinct()
    .where(sql<boolean>`circle_id = any(${circles}::bigint[])`)
    .execute();
  if (holders.length === 0) return;
  await nextVersionsOfListsLeft(
    db,
    holders.map(({ user_id }) => user_id),
  );
  await sql`
    update assigned_pins set version = pin_lists.version
    from pin_lists
    where pin_lists.user_id = assigned_pins.user_id and unit_id in (${unitIds})`.execute(db);
};
