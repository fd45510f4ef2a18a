// Undoes a transfer: the pins return to their earlier list.
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Writer } from '../../database/connection.ts';
import { say } from '../../say.ts';
import { assignCircleAgain, unassignCircle } from './assignments.commands.ts';
import { nextVersionsToChangeHolders } from './change-holders.commands.ts';
import { isAssigned } from './circles.queries.ts';
import { lockCircles } from './lock-circles.commands.ts';
import { putPinsBack, type UndoneEntry } from './undo-pins.commands.ts';

const removed = z.object({
  user_id: z.number(),
  circle_id: z.number(),
  username: z.string(),
  circle: z.string(),
});

/** Puts a deleted pin back on its list. */
export const undoDeletePin = async (
  db: Writer,
  entry: UndoneEntry & { details: unknown },
): Promise<number> => {
  const { user_id, circle_id, username, circle } = removed.parse(entry.details);
  const circles = await lockCircles(db, [circle_id], 'new holders');
  await nextVersionsToChangeHolders(db, [user_id], circles);
  if (!(await isAssigned(db, { userId: user_id, circleId: circle_id }))) {
    throw new AppError('conflict', say('undo-circle-taken', { circle, username }));
  }
  return putPinsBack(db, entry, { circleId: circle_id });
};

const transfer = z.object({
  circle: z.string(),
  circle_id: z.number(),
  source_id: z.number(),
  source_user: z.string(),
  target_id: z.number(),
  target_user: z.string(),
  target_is_new: z.boolean(),
  assigned_at: z.coerce.date(),
});

const findMoved = async (db: Writer, entryId: number, targetId: number) => {
  const { rows } = await sql<{ gone: number; changed: number }>`
    with moved as (
      select unnest(pin_ids) as id from undo_pins where entry_id = ${entryId} and part = 'moved'
    ), raised as (
      select pin.unit_id, version, changed_bys is null as is_old
      from undo_pins, unnest(unit_ids, statuses, target_statuses) as pin (unit_id, source, target)
      where entry_id = ${entryId} and part = 'merged' and source = 1 and target = 0
    )
    select
      (select count(*) from moved where not exists (
        select from assigned_pins where assigned_pins.id = moved.id and user_id = ${targetId}
      )) as gone,
      (select count(*) from raised join assigned_pins on user_id = ${targetId}
        and assigned_pins.unit_id = raised.unit_id
        where status = 1 and case when is_old then assigned_pins.version > raised.version
          else assigned_pins.changed_by is distinct from ${entryId}::bigint end) as changed`.execute(
    db,
  );
  return rows[0] as { gone: number; changed: number };
};

const moveBack = async (
  db: Writer,
  entryId: number,
  { sourceId, targetId, circleId }: { sourceId: number; targetId: number; circleId: number },
): Promise<number> => {
  const moved = await sql<{ count: number }>`
    with moved as (
      update assigned_pins set user_id = ${sourceId}, version = pin_lists.version
      from (select unnest(pin_ids) as id from undo_pins where entry_id = ${entryId} and part = 'moved')
        as recorded, pin_lists
      where assigned_pins.id = recorded.id and pin_lists.user_id = ${sourceId}
      returning assigned_pins.id
    ), tombstones as (
      insert into removed_pins (user_id, assigned_pin_id, version)
      select ${targetId}, id, pin_lists.version from moved, pin_lists
      where pin_lists.user_id = ${targetId}
    ), back as (
      delete from removed_pins using moved
      where removed_pins.user_id = ${sourceId} and assigned_pin_id = id
    )
    select count(*) from moved`.execute(db);
  const parted = await sql<{ count: number }>`
    with merged as (
      select pin.* from undo_pins,
        unnest(pin_ids, unit_ids, statuses, target_statuses, changed_bys, target_changed_bys)
          as pin (id, unit_id, source, target, changed_by, target_changed_by)
      where entry_id = ${entryId} and part = 'merged'
    ), lowered as (
      update assigned_pins set status = 0, version = pin_lists.version, changed_by = target_changed_by
      from merged, pin_lists
      where assigned_pins.unit_id = merged.unit_id and assigned_pins.user_id = ${targetId}
        and pin_lists.user_id = ${targetId} and source = 1 and target = 0
    ), parted as (
      insert into assigned_pins (id, user_id, circle_id, unit_id, status, version, changed_by)
      overriding system value
      select merged.id, ${sourceId}, ${circleId}, merged.unit_id, source, pin_lists.version, merged.changed_by
      from merged, pin_lists where pin_lists.user_id = ${sourceId}
      returning id
    ), back as (
      delete from removed_pins using parted
      where removed_pins.user_id = ${sourceId} and assigned_pin_id = id
    )
    select count(*) from parted`.execute(db);
  return (moved.rows[0]?.count ?? 0) + (parted.rows[0]?.count ?? 0);
};

const listed = async (db: Writer, userId: number, circleId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from assigned_pins
    where user_id = ${userId} and circle_id = ${circleId}`.execute(db);
  return rows[0]?.count ?? 0;
};

/**
 * Returns a transferred circle. Moved pins keep their current status, so that reports made since count;
 * a pin that both users had is two pins again, each with its own status.
 */
export const undoTransfer = async (
  db: Writer,
  entry: UndoneEntry & { details: unknown },
): Promise<number> => {
  const given = transfer.parse(entry.details);
  const { source_id: sourceId, target_id: targetId, circle_id: circleId, circle } = given;
  const username = given.target_user;
  const circles = await lockCircles(db, [circleId], 'new holders');
  await nextVersionsToChangeHolders(db, [sourceId, targetId], circles);
  if (await isAssigned(db, { userId: sourceId, circleId })) {
    throw new AppError(
      'conflict',
      say('undo-circle-assigned-again', { circle, username: given.source_user }),
    );
  }
  if (!(await isAssigned(db, { userId: targetId, circleId }))) {
    throw new AppError('conflict', say('undo-circle-taken', { circle, username }));
  }
  const { gone, changed } = await findMoved(db, entry.id, targetId);
  if (gone > 0) throw new AppError('conflict', say('undo-pins-left', { count: gone, username }));
  if (changed > 0) {
    throw new AppError('conflict', say('undo-own-pins-changed', { count: changed }));
  }
  await assignCircleAgain(db, { userId: sourceId, circleId }, given.assigned_at);
  const count = await moveBack(db, entry.id, { sourceId, targetId, circleId });
  if (!given.target_is_new) return count;
  if ((await listed(db, targetId, circleId)) > 0) {
    throw new AppError('conflict', say('undo-more-pins', { username, circle }));
  }
  await unassignCircle(db, { userId: targetId, circleId });
  return count;
};
