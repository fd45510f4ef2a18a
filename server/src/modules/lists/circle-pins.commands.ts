// Whole circles on users' lists: add, overwrite, remove, transfer. Each is a set operation, not a loop over pins.
// Every function needs the lock of the lists that it changes: call `nextListVersions` first. Changes that can be
// undone record the earlier pins in `undo_pins` under the id of their audit entry.
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';
import { lastReport } from './undo-records.commands.ts';

export interface CircleOfUser {
  userId: number;
  circleId: number;
}

/** Number of pins of each status. */
export interface PinsByStatus {
  used: number;
  not_used: number;
}

/**
 * Adds every unit of a circle that a user's list does not have yet, with status 0 (R11).
 * @param entryId the audit entry under which added pins are recorded, where this can be undone
 * @returns pins added and pins already there, over all users
 */
export const addCirclePins = async (
  db: Writer,
  { userIds, circleId }: { userIds: readonly number[]; circleId: number },
  entryId: number | null = null,
): Promise<{ added: number; already_there: number }> => {
  const { rows } = await sql<{ added: number; already_there: number }>`
    with added as (
      insert into assigned_pins (user_id, circle_id, unit_id, status, version, changed_by)
      select pin_lists.user_id, units.circle_id, units.id, 0, pin_lists.version, ${entryId}::bigint
      from pin_lists cross join units
      where pin_lists.user_id = any(${userIds}::bigint[]) and units.circle_id = ${circleId}
      on conflict (user_id, unit_id) do nothing
      returning id, user_id, unit_id, status, version
    ), recorded as (
      insert into undo_pins
        (entry_id, user_id, part, version, pin_ids, unit_ids, statuses, changed_bys, last_report)
      select ${entryId}::bigint, user_id, 'added', version, array_agg(id), array_agg(unit_id),
        array_agg(status), array_agg(null::bigint), ${lastReport}
      from added where ${entryId}::bigint is not null group by user_id, version
    )
    select (select count(*) from added) as added, count(*) as already_there
    from assigned_pins
    where user_id = any(${userIds}::bigint[]) and circle_id = ${circleId}`.execute(db);
  return rows[0] as { added: number; already_there: number };
};

/**
 * Sets every USED pin of a circle on a user's list back to 0 (R11, Overwrite).
 * @returns how many pins were reset
 */
export const startCircleOver = async (
  db: Writer,
  { userId, circleId }: CircleOfUser,
  version: number,
  entryId: number,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    with was as materialized (
      select id, changed_by from assigned_pins
      where user_id = ${userId} and circle_id = ${circleId} and status = 1
    ), changed as (
      update assigned_pins set status = 0, version = ${version}, changed_by = ${entryId}
      from was where assigned_pins.id = was.id
      returning assigned_pins.id, unit_id, was.changed_by
    ), recorded as (
      insert into undo_pins
        (entry_id, user_id, part, version, pin_ids, unit_ids, statuses, changed_bys, last_report)
      select ${entryId}::bigint, ${userId}::bigint, 'changed', ${version}::bigint, array_agg(id),
        array_agg(unit_id), array_agg(1), array_agg(changed_by), ${lastReport}
      from changed having count(*) > 0
    )
    select count(*) from changed`.execute(db);
  return rows[0]?.count ?? 0;
};

/**
 * Removes the pins of a circle from a user's list and leaves a tombstone for each.
 * @returns how many pins there were
 */
export const takeCircleOff = async (
  db: Writer,
  { userId, circleId }: CircleOfUser,
  version: number,
  entryId: number,
): Promise<PinsByStatus> => {
  const { rows } = await sql<PinsByStatus>`
    with gone as (
      delete from assigned_pins where user_id = ${userId} and circle_id = ${circleId}
      returning id, unit_id, status, changed_by
    ), tombstones as (
      insert into removed_pins (user_id, assigned_pin_id, version)
      select ${userId}, id, ${version} from gone
    ), recorded as (
      insert into undo_pins
        (entry_id, user_id, part, version, pin_ids, unit_ids, statuses, changed_bys, last_report)
      select ${entryId}::bigint, ${userId}::bigint, 'removed', ${version}::bigint, array_agg(id),
        array_agg(unit_id), array_agg(status), array_agg(changed_by), ${lastReport}
      from gone having count(*) > 0
    )
    select count(*) filter (where status = 1) as used, count(*) filter (where status = 0) as not_used
    from gone`.execute(db);
  return rows[0] as PinsByStatus;
};

export interface Transfer {
  sourceId: number;
  targetId: number;
  circleId: number;
}

/**
 * Moves the pins of a circle to another user's list with their statuses and ids. A pin that the target
 * already has stays once, USED if either was (R12). The target must have the circle.
 */
export const moveCirclePins = async (
  db: Writer,
  { sourceId, targetId, circleId }: Transfer,
  versions: ReadonlyMap<number, number>,
  entryId: number,
): Promise<{ moved: number; merged: number }> => {
  const sourceVersion = versions.get(sourceId);
  const targetVersion = versions.get(targetId);
  const merged = await sql<{ merged: number }>`
    with twice as (
      select source.id as source_id, target.id as target_id, source.unit_id,
        source.status as source, target.status as target, source.changed_by as source_changed_by,
        target.changed_by as target_changed_by
      from assigned_pins source
      join assigned_pins target on target.unit_id = source.unit_id and target.user_id = ${targetId}
      where source.user_id = ${sourceId} and source.circle_id = ${circleId}
    ), raised as (
      update assigned_pins set status = 1, version = ${targetVersion}, changed_by = ${entryId}
      from twice where id = target_id and source = 1 and target = 0
    ), gone as (
      delete from assigned_pins using twice where id = source_id returning id
    ), tombstones as (
      insert into removed_pins (user_id, assigned_pin_id, version)
      select ${sourceId}, id, ${sourceVersion} from gone
    ), recorded as (
      insert into undo_pins
        (entry_id, user_id, part, version, pin_ids, unit_ids, statuses, target_statuses, changed_bys,
          target_changed_bys, last_report)
      select ${entryId}::bigint, ${sourceId}::bigint, 'merged', ${targetVersion}::bigint,
        array_agg(source_id), array_agg(unit_id), array_agg(source), array_agg(target),
        array_agg(source_changed_by), array_agg(target_changed_by), ${lastReport}
      from twice having count(*) > 0
    )
    select count(*) as merged from twice`.execute(db);
  const moved = await sql<{ moved: number }>`
    with moved as (
      update assigned_pins set user_id = ${targetId}, version = ${targetVersion}
      where user_id = ${sourceId} and circle_id = ${circleId}
      returning id, unit_id, status
    ), recorded as (
      insert into undo_pins (entry_id, user_id, part, version, pin_ids, unit_ids, statuses)
      select ${entryId}::bigint, ${sourceId}::bigint, 'moved', ${targetVersion}::bigint, array_agg(id),
        array_agg(unit_id), array_agg(status)
      from moved having count(*) > 0
    ), tombstones as (
      insert into removed_pins (user_id, assigned_pin_id, version)
      select ${sourceId}, id, ${sourceVersion} from moved
    ), back as (
      -- Pins keep their ids, so a pin that returns to a list it left must lose its tombstone there.
      delete from removed_pins using moved where user_id = ${targetId} and assigned_pin_id = id
    )
    select count(*) as moved from moved`.execute(db);
  return { moved: moved.rows[0]?.moved ?? 0, merged: merged.rows[0]?.merged ?? 0 };
};
