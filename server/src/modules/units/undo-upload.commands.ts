// Undoes an upload: changed units are restored, added ones deleted.
import { undoDays } from '@survey/contract';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Writer } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import { deleteUnusedCircles } from '../lists/circles.commands.ts';
import { lockCircles } from '../lists/lock-circles.commands.ts';
import { noteChangedUnits } from '../lists/pin-lists.commands.ts';
import { refuseIf, type UndoneEntry } from '../lists/undo-pins.commands.ts';
import { waitForMyTurn } from './units.queries.ts';

const upload = z.object({ new_circle_ids: z.array(z.number()), added: z.number() });

/** Restores the earlier contents of changed units; returns how many. */
const putContentsBack = async (db: Writer, entryId: number): Promise<number> => {
  const found = await sql<{ recorded: number; same: number }>`
    select count(*) as recorded, count(units.id) as same
    from undo_units left join units on units.id = unit_id and units.changed_by = ${entryId}
    where entry_id = ${entryId}`.execute(db);
  const { recorded = 0, same = 0 } = found.rows[0] ?? {};
  refuseIf(recorded - same, 'undo-units-changed');
  if (recorded === 0) return 0;
  await sql`
    update units set
      ratingarea = was.ratingarea, locality = was.locality, block = was.block,
      street_address = was.street_address, owner_name = was.owner_name, road = was.road,
      extra = was.extra, changed_by = was.changed_by, updated_at = now()
    from undo_units as was
    where entry_id = ${entryId} and units.id = unit_id`.execute(db);
  await noteChangedUnits(db, sql`select unit_id from undo_units where entry_id = ${entryId}`);
  return recorded;
};

/** The ids of the units that an upload added; locked, so that nobody lists or reports them meanwhile. */
const lockAdded = async (db: Writer, entryId: number): Promise<number> => {
  await sql`create temporary table added_units (id bigint) on commit drop`.execute(db);
  const { numAffectedRows } = await sql`
    insert into added_units
    select id from units where changed_by = ${entryId}
    order by id for update`.execute(db);
  return Number(numAffectedRows);
};

/** @param added how many units the entry added. @throws AppError conflict where one is listed or reported */
export const takeAddedOut = async (db: Writer, entryId: number, added: number): Promise<void> => {
  const left = await lockAdded(db, entryId);
  refuseIf(added - left, 'undo-units-changed');
  const used = await sql<{ listed: number; reported: number }>`
    select
      (select count(distinct unit_id) from assigned_pins join added_units on unit_id = added_units.id)
        as listed,
      (select count(distinct unit_id) from reports join added_units on unit_id = added_units.id)
        as reported`.execute(db);
  const { listed = 0, reported = 0 } = used.rows[0] ?? {};
  refuseIf(reported, 'undo-units-reported');
  refuseIf(listed, 'undo-units-listed');
  await sql`delete from units using added_units where units.id = added_units.id`.execute(db);
};

/** Locks all circles in which units change or are deleted, so that these cannot be assigned meanwhile. */
const lockItsCircles = async (
  db: Writer,
  entryId: number,
  newCircleIds: readonly number[],
): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select circle_id as id from units
    where circle_id is not null and (changed_by = ${entryId}
      or id in (select unit_id from undo_units where entry_id = ${entryId}))
    union select unnest(${newCircleIds}::bigint[])`.execute(db);
  await lockCircles(
    db,
    rows.map(({ id }) => id),
    'units removed',
  );
};

/**
 * Undoes an upload.
 * @returns numbers of restored and of deleted units
 */
export const undoUpload = async (
  db: Writer,
  entry: UndoneEntry & { details: unknown },
): Promise<number> => {
  const { new_circle_ids, added } = upload.parse(entry.details);
  await waitForMyTurn(db);
  await lockItsCircles(db, entry.id, new_circle_ids);
  const changed = await putContentsBack(db, entry.id);
  await takeAddedOut(db, entry.id, added);
  await deleteUnusedCircles(db, new_circle_ids);
  return changed + added;
};

/** Deletes records of uploads that can no longer be undone. */
export const forgetUndoUnits = async (db: Kysely<Tables>): Promise<void> => {
  await db
    .deleteFrom('undo_units')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${undoDays})`)
    .execute();
};
