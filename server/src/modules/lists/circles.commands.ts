import { circleKey } from '@survey/contract';
import { sql } from 'kysely';
import { type Actor, audit, reserveEntry } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import { telling } from '../../say.ts';
import { assignCircle, notAssigned, unassignCircle } from './assignments.commands.ts';
import { nextVersionsToChangeHolders } from './change-holders.commands.ts';
import { addCirclePins, startCircleOver, takeCircleOff } from './circle-pins.commands.ts';
import { circleToChange } from './circles.queries.ts';
import { mobileUserNamed, mobileUsersNamed } from './mobile-users.queries.ts';

/**
 * Creates the circles that do not exist yet. The first spelling of a name stays.
 * @returns the ids of the new ones
 */
export const ensureCircles = async (db: Writer, names: readonly string[]): Promise<number[]> => {
  const spelling = new Map<string, string>();
  for (const name of names) {
    const key = circleKey(name);
    if (!spelling.has(key)) spelling.set(key, name.trim());
  }
  const found = await db
    .selectFrom('circles')
    .select('key')
    .where(sql<boolean>`key = any(${[...spelling.keys()]}::text[])`)
    .execute();
  for (const { key } of found) spelling.delete(key);
  // Sorted by key, so that two uploads of the same new circles cannot deadlock.
  const missing = [...spelling.keys()].sort();
  if (missing.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    insert into circles (key, name)
    select * from unnest(${missing}::text[], ${missing.map((key) => spelling.get(key))}::text[])
    on conflict (key) do nothing
    returning id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Deletes those of the circles that have neither users nor units. */
export const deleteUnusedCircles = async (db: Writer, ids: readonly number[]): Promise<void> => {
  await sql`
    delete from circles where id = any(${ids}::bigint[])
      and not exists (select from units where circle_id = circles.id)
      and not exists (select from circle_assignments where circle_id = circles.id)`.execute(db);
};

interface UserCircle {
  username: string;
  circle: string;
}

/**
 * Assigns a circle to a user and adds every unit of it that the user does not have yet; existing pins
 * keep their status (R11).
 * @throws AppError not-found for an unknown user or circle
 */
export const storeCirclePins = async (db: Writer, actor: Actor, given: UserCircle) => {
  const user = await mobileUserNamed(db, given.username);
  const circle = await circleToChange(db, given.circle, 'new holders');
  await nextVersionsToChangeHolders(db, [user.id], [circle.id]);
  const isNew = (await assignCircle(db, [user.id], circle.id)) > 0;
  const count = await addCirclePins(db, { userIds: [user.id], circleId: circle.id });
  await audit(db, actor, {
    action: 'store-circle-pins',
    subject: `${circle.name} to ${user.username}`,
    rowCount: count.added,
    details: { username: user.username, circle: circle.name, is_new: isNew, ...count },
  });
  return {
    success: true,
    ...telling('circle-added', { added: count.added, there: count.already_there }),
    ...count,
  };
};

/** Assigns a circle to several users in one transaction, each as `storeCirclePins` does. */
export const assignCircleToUsers = async (
  db: Writer,
  actor: Actor,
  given: { usernames: readonly string[]; circle: string },
) => {
  const users = await mobileUsersNamed(db, given.usernames);
  const circle = await circleToChange(db, given.circle, 'new holders');
  const userIds = users.map(({ id }) => id);
  await nextVersionsToChangeHolders(db, userIds, [circle.id]);
  const newlyAssigned = await assignCircle(db, userIds, circle.id);
  const count = await addCirclePins(db, { userIds, circleId: circle.id });
  await audit(db, actor, {
    action: 'assign-circle-to-users',
    subject: `${circle.name} to ${users.length} users`,
    rowCount: count.added,
    details: {
      usernames: users.map(({ username }) => username),
      circle: circle.name,
      newly_assigned: newlyAssigned,
      ...count,
    },
  });
  return {
    success: true,
    ...telling('circle-added-to-users', {
      users: users.length,
      added: count.added,
      there: count.already_there,
    }),
    users: users.length,
    ...count,
  };
};

/**
 * Makes the user's list for the circle exactly its units, all with status 0 (R11). A user who
 * does not have the circle gets it.
 * @throws AppError not-found for an unknown user or circle
 */
export const replaceCirclePins = async (db: Writer, actor: Actor, given: UserCircle) => {
  const user = await mobileUserNamed(db, given.username);
  const circle = await circleToChange(db, given.circle, 'new holders');
  const versions = await nextVersionsToChangeHolders(db, [user.id], [circle.id]);
  const isNew = (await assignCircle(db, [user.id], circle.id)) > 0;
  const entryId = await reserveEntry(db);
  const startedOver = await startCircleOver(
    db,
    { userId: user.id, circleId: circle.id },
    versions.get(user.id) as number,
    entryId,
  );
  const { added, already_there } = await addCirclePins(
    db,
    { userIds: [user.id], circleId: circle.id },
    entryId,
  );
  await audit(db, actor, {
    action: 'replace-circle-pins',
    subject: `${circle.name} of ${user.username}`,
    rowCount: startedOver + added,
    undoableAs: entryId,
    details: {
      username: user.username,
      circle: circle.name,
      is_new: isNew,
      added,
      started_over: startedOver,
      user_id: user.id,
      circle_id: circle.id,
    },
  });
  const total = already_there + added;
  return {
    success: true,
    ...telling('circle-started-over', { pins: total, again: startedOver }),
    pins: total,
    started_over: startedOver,
    added,
    undo_entry: entryId,
  };
};

/**
 * Removes a circle and its pins from a user; reports stay (R11).
 * @throws AppError not-found for an unknown user or circle, and where the user does not have it
 */
export const deleteCircle = async (db: Writer, actor: Actor, given: UserCircle) => {
  const user = await mobileUserNamed(db, given.username);
  const circle = await circleToChange(db, given.circle, 'new holders');
  const ofUser = { userId: user.id, circleId: circle.id };
  const versions = await nextVersionsToChangeHolders(db, [user.id], [circle.id]);
  const entryId = await reserveEntry(db);
  const before = await takeCircleOff(db, ofUser, versions.get(user.id) as number, entryId);
  const assignedAt = await unassignCircle(db, ofUser);
  if (!assignedAt) throw notAssigned(circle.name, user.username);
  const removed = before.used + before.not_used;
  await audit(db, actor, {
    action: 'delete-circle',
    subject: `${circle.name} from ${user.username}`,
    rowCount: removed,
    undoableAs: entryId,
    details: {
      username: user.username,
      circle: circle.name,
      before,
      user_id: user.id,
      circle_id: circle.id,
      assigned_at: assignedAt,
    },
  });
  return {
    success: true,
    ...telling('circle-removed', { circle: circle.name }),
    removed,
    undo_entry: entryId,
  };
};
