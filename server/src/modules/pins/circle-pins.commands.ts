// Whole circles on users' lists: adding, starting over, taking off, moving. Set by set, never pin by pin.
// Every function needs the lock of the lists it changes: `nextListVersions` goes before.
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';

export interface CircleOfUser {
  userId: number;
  circleId: number;
}

/** Pins by status, as the audit trail keeps them so that a change can be undone. */
export interface PinsByStatus {
  used: string[];
  not_used: string[];
}

/**
 * Adds every unit of a circle that a user's list does not have yet, with status 0 (decision 11).
 * @returns pins added and pins that were there already, over all users
 */
export const addCirclePins = async (
  db: Writer,
  { userIds, circleId }: { userIds: readonly number[]; circleId: number },
): Promise<{ added: number; already_there: number }> => {
  const { rows } = await sql<{ added: number; already_there: number }>`
    with added as (
      insert into assigned_pins (user_id, circle_id, unit_id, status, version)
      select pin_lists.user_id, units.circle_id, units.id, 0, pin_lists.version
      from pin_lists cross join units
      where pin_lists.user_id = any(${userIds}::bigint[]) and units.circle_id = ${circleId}
      on conflict (user_id, unit_id) do nothing
      returning 1
    )
    select (select count(*) from added) as added, count(*) as already_there
    from assigned_pins
    where user_id = any(${userIds}::bigint[]) and circle_id = ${circleId}`.execute(db);
  return rows[0] as { added: number; already_there: number };
};

/**
 * Sets every USED pin of a circle on a user's list back to 0 (decision 11, Overwrite).
 * @returns the pins that start over
 */
export const startCircleOver = async (
  db: Writer,
  { userId, circleId }: CircleOfUser,
  version: number,
): Promise<string[]> => {
  const { rows } = await sql<{ pin: string }>`
    update assigned_pins set status = 0, version = ${version}
    from units
    where units.id = unit_id and user_id = ${userId} and assigned_pins.circle_id = ${circleId}
      and status = 1
    returning units.pin`.execute(db);
  return rows.map(({ pin }) => pin);
};

/**
 * Takes the pins of a circle off a user's list and leaves a tombstone for each.
 * @returns the pins as they were
 */
export const takeCircleOff = async (
  db: Writer,
  { userId, circleId }: CircleOfUser,
  version: number,
): Promise<PinsByStatus> => {
  const { rows } = await sql<PinsByStatus>`
    with gone as (
      delete from assigned_pins where user_id = ${userId} and circle_id = ${circleId}
      returning id, unit_id, status
    ), tombstones as (
      insert into removed_pins (user_id, assigned_pin_id, version)
      select ${userId}, id, ${version} from gone
    )
    select coalesce(array_agg(pin) filter (where status = 1), '{}') as used,
      coalesce(array_agg(pin) filter (where status = 0), '{}') as not_used
    from gone join units on units.id = unit_id`.execute(db);
  return rows[0] as PinsByStatus;
};

export interface Transfer {
  sourceId: number;
  targetId: number;
  circleId: number;
}

/** A pin that source and target both had, with both statuses before the transfer. */
export interface MergedPin {
  pin: string;
  source: 0 | 1;
  target: 0 | 1;
}

/**
 * Moves the pins of a circle to another user's list, statuses and ids included. A pin that the target
 * already has stays once, USED if either was (decision 12). The target must have the circle.
 */
export const moveCirclePins = async (
  db: Writer,
  { sourceId, targetId, circleId }: Transfer,
  versions: ReadonlyMap<number, number>,
): Promise<{ moved: number; merged: MergedPin[] }> => {
  const sourceVersion = versions.get(sourceId);
  const targetVersion = versions.get(targetId);
  const merged = await sql<MergedPin>`
    with twice as (
      select source.id as source_id, target.id as target_id, units.pin,
        source.status as source, target.status as target
      from assigned_pins source
      join assigned_pins target on target.unit_id = source.unit_id and target.user_id = ${targetId}
      join units on units.id = source.unit_id
      where source.user_id = ${sourceId} and source.circle_id = ${circleId}
    ), raised as (
      update assigned_pins set status = 1, version = ${targetVersion}
      from twice where id = target_id and source = 1 and target = 0
    ), gone as (
      delete from assigned_pins using twice where id = source_id returning id
    ), tombstones as (
      insert into removed_pins (user_id, assigned_pin_id, version)
      select ${sourceId}, id, ${sourceVersion} from gone
    )
    select pin, source, target from twice`.execute(db);
  const moved = await sql<{ moved: number }>`
    with moved as (
      update assigned_pins set user_id = ${targetId}, version = ${targetVersion}
      where user_id = ${sourceId} and circle_id = ${circleId}
      returning id
    ), tombstones as (
      insert into removed_pins (user_id, assigned_pin_id, version)
      select ${sourceId}, id, ${sourceVersion} from moved
    ), back as (
      -- Pins keep their ids, so one that returns to a list it left must not count as removed there.
      delete from removed_pins using moved where user_id = ${targetId} and assigned_pin_id = id
    )
    select count(*) as moved from moved`.execute(db);
  return { moved: moved.rows[0]?.moved ?? 0, merged: merged.rows };
};
