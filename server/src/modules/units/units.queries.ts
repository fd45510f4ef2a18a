import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';

/** The staging table: the rows of one upload, with columns in the order of `stagedLine`. */
export const createStaging = async (db: Writer): Promise<void> => {
  await sql`
    create temporary table staged_units (
      row_index integer, circle_key text, pin text, ratingarea text, locality text, block text,
      street_address text, owner_name text, road text, extra jsonb, unassignable_hash text
    ) on commit drop`.execute(db);
};

export const copyIntoStaging = 'copy staged_units from stdin';

/** Advisory lock of all servers of one database; the number is arbitrary. */
const mergeLock = 4_871_002;

/**
 * Waits until no other upload is being merged. One lock, taken before any other, keeps parallel uploads of the same
 * units from deadlocks.
 */
export const waitForMyTurn = async (db: Writer): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${mergeLock})`.execute(db);
};

/**
 * Finds the unit of each staged row that has one, after dropping all but the last of rows with the same circle and PIN.
 * A separate statement, because one that reads the units while it adds to them may be planned as if there were none,
 * and scan them for every row. The caller holds the circles, so that nobody adds a unit by hand meanwhile.
 */
export const findUnits = async (db: Writer): Promise<void> => {
  // Without statistics the planner takes a sheet of 200 000 rows for one of 200, and looks up row by row.
  await sql`analyze staged_units (row_index, circle_key, pin, unassignable_hash)`.execute(db);
  await sql`set local work_mem = '64MB'`.execute(db);
  await sql`
    delete from staged_units using (
      select circle_key, pin, max(row_index) as last_index from staged_units
      where unassignable_hash is null
      group by circle_key, pin having count(*) > 1
    ) as repeated
    where (staged_units.circle_key, staged_units.pin) = (repeated.circle_key, repeated.pin)
      and row_index < last_index`.execute(db);
  await sql`
    create temporary table found_units on commit drop as
    select row_index, units.id,
      (units.ratingarea, units.locality, units.block, units.street_address, units.owner_name,
        units.road, units.extra)
      <> (staged.ratingarea, staged.locality, staged.block, staged.street_address,
        staged.owner_name, staged.road, staged.extra) as is_changed
    from staged_units as staged
    join circles on circles.key = circle_key
    join units on units.circle_id = circles.id and units.pin = staged.pin
    where staged.unassignable_hash is null`.execute(db);
  await sql`analyze found_units`.execute(db);
};

/** Ids of the found units that differ from their row. */
export const changedUnitIds = sql<number>`select id from found_units where is_changed`;

/**
 * Updates the found units that differ from their row, and records their earlier state under the
 * entry's id; returns how many.
 */
export const updateUnits = async (db: Writer, entryId: number): Promise<number> => {
  // Nobody else changes units meanwhile: uploads are merged one at a time.
  await sql`
    insert into undo_units (entry_id, unit_id, ratingarea, locality, block, street_address, owner_name,
      road, extra, changed_by)
    select ${entryId}::bigint, id, ratingarea, locality, block, street_address, owner_name, road, extra,
      changed_by
    from units where id in (${changedUnitIds})`.execute(db);
  const { numAffectedRows } = await sql`
    update units set
      ratingarea = staged.ratingarea, locality = staged.locality, block = staged.block,
      street_address = staged.street_address, owner_name = staged.owner_name, road = staged.road,
      extra = staged.extra, updated_at = now(), changed_by = ${entryId}
    from found_units join staged_units as staged using (row_index)
    where units.id = found_units.id and is_changed`.execute(db);
  return Number(numAffectedRows);
};

/** Inserts the rows for which no unit was found, whose circles must exist and be locked; returns how many. */
export const addUnits = async (db: Writer, entryId: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into units
      (circle_id, pin, ratingarea, locality, block, street_address, owner_name, road, extra, changed_by)
    select circles.id, pin, ratingarea, locality, block, street_address, owner_name, road, extra,
      ${entryId}::bigint
    from staged_units join circles on circles.key = circle_key
    where unassignable_hash is null
      and not exists (select from found_units where found_units.row_index = staged_units.row_index)`.execute(
    db,
  );
  return Number(numAffectedRows);
};

/** Stores staged rows without circle or PIN, each content once; returns how many are new. */
export const addUnassignable = async (db: Writer, entryId: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into units (circle_id, pin, ratingarea, locality, block, street_address, owner_name, road,
      extra, unassignable_hash, changed_by)
    select circles.id, pin, ratingarea, locality, block, street_address, owner_name, road, extra,
      unassignable_hash, ${entryId}::bigint
    from staged_units left join circles on circles.key = circle_key
    where unassignable_hash is not null
    on conflict (unassignable_hash) do nothing`.execute(db);
  return Number(numAffectedRows);
};
