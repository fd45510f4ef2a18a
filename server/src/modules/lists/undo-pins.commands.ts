// Restores pins to their state before an audit entry. Each function locks the lists that it changes and refuses
// where a later change conflicts; the caller's transaction is all or nothing.
import type { MessageId } from '@survey/contract';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Writer } from '../../database/connection.ts';
import { say } from '../../say.ts';
import { nextListVersions, nextVersionsOfListsLeft } from './pin-lists.commands.ts';

/** The audit entry that is being undone. */
export interface UndoneEntry {
  id: number;
  at: Date;
}

type CountedReason = Extract<MessageId, `undo-pins-${string}` | `undo-units-${string}`>;

/** Refuses an undo where there are some in its way. @throws AppError conflict */
export const refuseIf = (count: number, reason: Exclude<CountedReason, 'undo-pins-left'>): void => {
  if (count > 0) throw new AppError('conflict', say(reason, { count }));
};

/** The users whose pins an entry recorded. @throws AppError conflict where one has been deleted */
export const usersOfPins = async (db: Writer, entryId: number): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number; is_gone: boolean }>`
    select distinct user_id, users.id is null as is_gone
    from undo_pins left join users on users.id = user_id
    where entry_id = ${entryId}`.execute(db);
  if (rows.some(({ is_gone }) => is_gone)) throw new AppError('conflict', say('undo-user-deleted'));
  return rows.map(({ user_id }) => user_id);
};

/** Locks the lists of all users whose pins an entry changed. */
const lockRollupLists = async (db: Writer, entryId: number): Promise<void> => {
  await nextListVersions(db, await usersOfPins(db, entryId));
};

const unitsOf = (entryId: number) =>
  sql`(select unnest(unit_ids) from undo_pins where entry_id = ${entryId})`;

/** Locks the lists that an entry changed, and those of all others who have its pins. */
export const lockHoldersOfPins = async (db: Writer, entryId: number): Promise<void> => {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from undo_pins where entry_id = ${entryId}
    union select user_id from assigned_pins where unit_id in ${unitsOf(entryId)}`.execute(db);
  await nextVersionsOfListsLeft(
    db,
    rows.map(({ user_id }) => user_id),
  );
};

/** Makes the phones of all who have an entry's pins fetch them again. The caller holds the locks of their lists. */
export const noteChangedPins = async (db: Writer, entryId: number): Promise<void> => {
  await sql`
    update assigned_pins set version = pin_lists.version
    from pin_lists
    where pin_lists.user_id = assigned_pins.user_id and unit_id in ${unitsOf(entryId)}`.execute(db);
};

/** The recorded pins of one part, a row each, as a table for `with`. */
const recorded = (entryId: number, part: string) => sql`recorded as (
  select user_id, version, last_report, changed_bys is null as is_old, pin.id, pin.unit_id, pin.status,
    pin.changed_by
  from undo_pins, unnest(pin_ids, unit_ids, statuses, changed_bys)
    as pin (id, unit_id, status, changed_by)
  where entry_id = ${entryId} and part = ${part}
)`;

/**
 * SQL condition: whether somebody else has changed or surveyed the pin since. A later change that was undone does not
 * count: it restored the state of this entry. Records from before migration 0022 have only the list's version.
 */
const isChangedSince = (entryId: number) => sql`
  case when is_old then listed.version > recorded.version
    else listed.changed_by is distinct from ${entryId}::bigint or exists (
      select from reports where reports.unit_id = recorded.unit_id
        and reports.user_id = recorded.user_id and reports.id > last_report and set_aside_at is null)
  end`;

/**
 * Restores pins to the user's list from which they were removed, with their ids and statuses. A pin that was
 * reported meanwhile is USED. The user must have the circle.
 * @returns how many
 */
export const putPinsBack = async (
  db: Writer,
  entry: UndoneEntry,
  { circleId }: { circleId: number },
): Promise<number> => {
  await lockRollupLists(db, entry.id);
  const found = await sql<{ gone: number; listed: number }>`
    with ${recorded(entry.id, 'removed')}
    select count(*) filter (where units.id is null) as gone, count(assigned_pins.id) as listed
    from recorded
    left join units on units.id = recorded.unit_id
    left join assigned_pins on assigned_pins.user_id = recorded.user_id
      and assigned_pins.unit_id = recorded.unit_id`.execute(db);
  refuseIf(found.rows[0]?.gone ?? 0, 'undo-pins-not-listed');
  refuseIf(found.rows[0]?.listed ?? 0, 'undo-pins-listed-again');
  const { rows } = await sql<{ count: number }>`
    with ${recorded(entry.id, 'removed')}, reported as (
      select distinct reports.user_id, reports.unit_id
      from recorded join reports on reports.unit_id = recorded.unit_id and reports.user_id = recorded.user_id
      where set_aside_at is null and case when last_report is null
        then submission_time >= ${entry.at} else reports.id > last_report end
    ), back as (
      insert into assigned_pins (id, user_id, circle_id, unit_id, status, version, changed_by)
      overriding system value
      select recorded.id, recorded.user_id, ${circleId}, recorded.unit_id,
        case when reported.unit_id is null then recorded.status else 1 end, pin_lists.version,
        case when reported.unit_id is null then recorded.changed_by end
      from recorded
      join pin_lists on pin_lists.user_id = recorded.user_id
      left join reported on (reported.user_id, reported.unit_id) = (recorded.user_id, recorded.unit_id)
      returning 1
    ), tombstones as (
      delete from removed_pins using recorded
      where removed_pins.user_id = recorded.user_id and assigned_pin_id = recorded.id
    )
    select count(*) from back`.execute(db);
  return rows[0]?.count ?? 0;
};

/**
 * Restores the statuses that an entry changed. A pin that has its earlier status again is left unchanged.
 * @returns how many were restored
 */
export const setStatusesBack = async (db: Writer, entryId: number): Promise<number> => {
  await lockRollupLists(db, entryId);
  const found = await sql<{ gone: number; changed: number }>`
    with ${recorded(entryId, 'changed')}
    select count(*) filter (where listed.id is null) as gone,
      count(*) filter (where listed.status <> recorded.status and ${isChangedSince(entryId)}) as changed
    from recorded left join assigned_pins as listed
      on listed.id = recorded.id and listed.user_id = recorded.user_id`.execute(db);
  refuseIf(found.rows[0]?.gone ?? 0, 'undo-pins-off-list');
  refuseIf(found.rows[0]?.changed ?? 0, 'undo-pins-changed');
  const { numAffectedRows } = await sql`
    with ${recorded(entryId, 'changed')}
    update assigned_pins set status = recorded.status, version = pin_lists.version,
      changed_by = recorded.changed_by
    from recorded join pin_lists on pin_lists.user_id = recorded.user_id
    where assigned_pins.id = recorded.id and assigned_pins.status <> recorded.status`.execute(db);
  return Number(numAffectedRows);
};

/**
 * Removes pins that an entry added to lists, with a tombstone for each.
 * @returns how many
 */
export const takeAddedPinsOff = async (db: Writer, entryId: number): Promise<number> => {
  await lockRollupLists(db, entryId);
  const found = await sql<{ gone: number; changed: number }>`
    with ${recorded(entryId, 'added')}
    select count(*) filter (where listed.id is null) as gone,
      count(*) filter (where ${isChangedSince(entryId)}) as changed
    from recorded left join assigned_pins as listed
      on listed.id = recorded.id and listed.user_id = recorded.user_id`.execute(db);
  refuseIf(found.rows[0]?.gone ?? 0, 'undo-pins-off-list');
  refuseIf(found.rows[0]?.changed ?? 0, 'undo-pins-surveyed');
  const { rows } = await sql<{ count: number }>`
    with ${recorded(entryId, 'added')}, gone as (
      delete from assigned_pins using recorded where assigned_pins.id = recorded.id
      returning assigned_pins.id, assigned_pins.user_id
    ), tombstones as (
      insert into removed_pins (user_id, assigned_pin_id, version)
      select user_id, id, pin_lists.version from gone join pin_lists using (user_id)
    )
    select count(*) from gone`.execute(db);
  return rows[0]?.count ?? 0;
};
