// Splits a circle: what is left of it is shared out among surveyors, each unit on one list (ADR 90).
import type { Split } from '@survey/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import { type Actor, audit, reserveEntry } from '../../database/audit.ts';
import type { Reader, Writer } from '../../database/connection.ts';
import { say, telling } from '../../say.ts';
import { assignCircle, assignCircleAgain, unassignCircle } from './assignments.commands.ts';
import { type Circle, circleNamed, circleToChange } from './circles.queries.ts';
import { lockCircles } from './lock-circles.commands.ts';
import { type FoundUser, mobileUsersNamed } from './mobile-users.queries.ts';
import { nextListVersions, nextVersionsOfListsLeft } from './pin-lists.commands.ts';
import {
  type CountedSplit,
  countSplit,
  type Shares,
  sharesOf,
  withShares,
} from './split-shares.queries.ts';
import { putPinsBack, takeAddedPinsOff, type UndoneEntry } from './undo-pins.commands.ts';
import { lastReport } from './undo-records.commands.ts';

/** @throws AppError not-found for unknown users; conflict where one of them is blocked */
const usersOf = async (db: Reader, { shares }: Split): Promise<FoundUser[]> => {
  const users = await mobileUsersNamed(
    db,
    shares.map(({ username }) => username),
  );
  const blocked = users.find(({ is_active }) => !is_active);
  if (blocked) {
    throw new AppError('conflict', say('transfer-to-blocked', { username: blocked.username }));
  }
  return users;
};

const idsByName = (users: readonly FoundUser[]): Map<string, number> =>
  new Map(users.map(({ username, id }) => [username.toLowerCase(), id]));

const refuseTwice = ({ twice }: CountedSplit): void => {
  if (twice !== null) throw new AppError('invalid-input', say('split-twice', { pin: twice }));
};

/**
 * What `splitCircle` would do.
 * @throws AppError as splitCircle
 */
export const previewSplit = async (db: Reader, given: Split) => {
  const users = await usersOf(db, given);
  const circle = await circleNamed(db, given.circle);
  const counted = await countSplit(db, sharesOf(given, circle, idsByName(users)));
  refuseTwice(counted);
  return counted;
};

/** Everybody who has the circle; with the circle locked nobody else gets it. */
const holderIds = async (db: Writer, { id }: Circle): Promise<number[]> => {
  const holders = await db
    .selectFrom('circle_assignments')
    .select('user_id')
    .where('circle_id', '=', id)
    .execute();
  return holders.map(({ user_id }) => user_id);
};

/** Takes the shared units off all other lists, and puts each on its holder's. */
const movePins = async (
  db: Writer,
  shares: Shares,
  entryId: number,
): Promise<{ added: number; removed: number; losers: number[] }> => {
  const { rows } = await sql<{ added: number; removed: number; losers: number[] }>`
    with ${withShares(shares)}, gone as (
      delete from assigned_pins using shares
      where assigned_pins.unit_id = shares.unit_id and assigned_pins.user_id <> shares.user_id
      returning assigned_pins.id, assigned_pins.user_id, assigned_pins.unit_id, assigned_pins.status,
        assigned_pins.changed_by
    ), tombstones as (
      insert into removed_pins (user_id, assigned_pin_id, version)
      select user_id, id, pin_lists.version from gone join pin_lists using (user_id)
    ), added as (
      insert into assigned_pins (user_id, circle_id, unit_id, status, version, changed_by)
      select user_id, ${shares.circle.id}::bigint, unit_id, 0, pin_lists.version, ${entryId}::bigint
      from shares join pin_lists using (user_id)
      on conflict (user_id, unit_id) do nothing
      returning id, user_id, unit_id, status, null::bigint as changed_by
    ), recorded as (
      insert into undo_pins
        (entry_id, user_id, part, version, pin_ids, unit_ids, statuses, changed_bys, last_report)
      select ${entryId}::bigint, user_id, part, pin_lists.version, array_agg(id), array_agg(unit_id),
        array_agg(status), array_agg(changed_by), ${lastReport}
      from (select 'removed' as part, * from gone union all select 'added', * from added) as changed
        join pin_lists using (user_id)
      group by user_id, part, pin_lists.version
    )
    select (select count(*)::int from added) as added, (select count(*)::int from gone) as removed,
      coalesce((select array_agg(distinct user_id) from gone), '{}') as losers`.execute(db);
  return rows[0] as { added: number; removed: number; losers: number[] };
};

/** Those of the users who have no pin of the circle left. */
const withoutPins = async (
  db: Writer,
  { id }: { id: number },
  userIds: readonly number[],
): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select asked.user_id from unnest(${userIds}::bigint[]) as asked (user_id)
    where not exists (select from assigned_pins
      where assigned_pins.user_id = asked.user_id and circle_id = ${id})`.execute(db);
  return rows.map(({ user_id }) => user_id);
};

/** Takes the circle from those who have nothing of it left; answers when they had got it, for undo. */
const dropEmpty = async (db: Writer, circle: Circle, userIds: readonly number[]) => {
  const dropped: { user_id: number; assigned_at: Date }[] = [];
  for (const userId of await withoutPins(db, circle, userIds)) {
    const assignedAt = await unassignCircle(db, { userId, circleId: circle.id });
    if (assignedAt) dropped.push({ user_id: userId, assigned_at: assignedAt });
  }
  return dropped;
};

/** @throws AppError where the shares cannot be given, or are not what was counted */
const checkCounted = (counted: CountedSplit, expected: number | undefined): void => {
  refuseTwice(counted);
  const { units } = counted;
  if (expected !== undefined && units !== expected) {
    throw new AppError('conflict', say('split-changed', { now: units, expected }));
  }
  if (units === 0) throw new AppError('conflict', say('split-none'));
};

/**
 * Shares out the units of a circle that are left: afterwards each of them is on one list. What no share names stays
 * where it is, as does what was surveyed. Who has nothing of the circle left loses it.
 * @throws AppError not-found for unknown names; invalid-input where a unit is in two shares; conflict where a user is
 *   blocked, nothing is left, or the units are not as many as expected
 */
export const splitCircle = async (
  db: Writer,
  actor: Actor,
  { expected_units, ...given }: Split & { expected_units?: number | undefined },
) => {
  const users = await usersOf(db, given);
  const circle = await circleToChange(db, given.circle, 'new holders');
  const before = await holderIds(db, circle);
  const userIds = users.map(({ id }) => id);
  await nextVersionsOfListsLeft(db, [...before, ...userIds]);
  await nextListVersions(db, userIds);
  const shares = sharesOf(given, circle, idsByName(users));
  const counted = await countSplit(db, shares);
  checkCounted(counted, expected_units);
  await assignCircle(db, userIds, circle.id);
  const entryId = await reserveEntry(db);
  const { added, removed, losers } = await movePins(db, shares, entryId);
  const joined = userIds.filter((id) => !before.includes(id));
  const dropped = await dropEmpty(db, circle, [...losers, ...joined]);
  const isJoined = new Set(joined);
  await audit(db, actor, {
    action: 'split-circle',
    subject: `${circle.name} among ${users.map(({ username }) => username).join(', ')}`,
    rowCount: added + removed,
    undoableAs: entryId,
    details: {
      circle: circle.name,
      circle_id: circle.id,
      by: given.by,
      usernames: users.map(({ username }) => username),
      units: counted.units,
      added,
      removed,
      people: counted.people,
      joined_ids: joined,
      // Named so that the console shows no ids (web/src/activity/detail-rows.ts).
      emptied_ids: dropped.filter(({ user_id }) => !isJoined.has(user_id)),
    },
  });
  return {
    success: true,
    ...telling('circle-split', { units: counted.units, users: users.length }),
    units: counted.units,
    added,
    removed,
    undo_entry: entryId,
  };
};

const splitEntry = z.object({
  circle: z.string(),
  circle_id: z.number(),
  joined_ids: z.array(z.number()),
  emptied_ids: z.array(z.object({ user_id: z.number(), assigned_at: z.coerce.date() })),
});

/**
 * Puts the pins of a split back on the lists that had them.
 * @throws AppError conflict where one of them was surveyed, changed or moved since
 */
export const undoSplitCircle = async (
  db: Writer,
  entry: UndoneEntry & { details: unknown },
): Promise<number> => {
  const given = splitEntry.parse(entry.details);
  const [found] = await lockCircles(db, [given.circle_id], 'new holders');
  if (found === undefined) {
    throw new AppError('conflict', say('undo-circle-gone', { circle: given.circle }));
  }
  const taken = await takeAddedPinsOff(db, entry.id);
  for (const { user_id, assigned_at } of given.emptied_ids) {
    await assignCircleAgain(db, { userId: user_id, circleId: found }, assigned_at);
  }
  const back = await putPinsBack(db, entry, { circleId: found });
  for (const userId of await withoutPins(db, { id: found }, given.joined_ids)) {
    await unassignCircle(db, { userId, circleId: found });
  }
  return taken + back;
};
