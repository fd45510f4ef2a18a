import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';

/** The rows of one upload as they came, in the order of `stagedLine`. */
export const createStaging = async (db: Writer): Promise<void> => {
  await sql`
    create temporary table staged_units (
      row_index integer, circle_key text, pin text, ratingarea text, locality text, block text,
      street_address text, owner_name text, road text, extra jsonb, unassignable_hash text
    ) on commit drop`.execute(db);
};

export const copyIntoStaging = 'copy staged_units from stdin';

/**
 * Merges staged rows that have a circle and a pin into the units; of several rows with the same circle and
 * pin the last one counts. Units are written in the order of circle and pin, so that parallel uploads
 * wait for one another and never in a ring. The circles must exist.
 */
export const mergeUnits = async (db: Writer): Promise<{ stored: number; updated: number }> => {
  const { rows } = await sql<{ stored: number; updated: number }>`
    with newest as (
      select distinct on (circle_id, pin)
        circles.id as circle_id, pin, ratingarea, locality, block, street_address, owner_name, road, extra
      from staged_units join circles on circles.key = circle_key
      where unassignable_hash is null
      order by circle_id, pin, row_index desc
    ), written as (
      insert into units
        (circle_id, pin, ratingarea, locality, block, street_address, owner_name, road, extra)
      select * from newest
      where not exists (
        select from units
        where (circle_id, pin) = (newest.circle_id, newest.pin)
          and (units.ratingarea, units.locality, units.block, units.street_address, units.owner_name,
            units.road, units.extra)
          = (newest.ratingarea, newest.locality, newest.block, newest.street_address,
            newest.owner_name, newest.road, newest.extra)
      )
      order by circle_id, pin
      on conflict (circle_id, pin) do update set
        ratingarea = excluded.ratingarea, locality = excluded.locality, block = excluded.block,
        street_address = excluded.street_address, owner_name = excluded.owner_name,
        road = excluded.road, extra = excluded.extra, updated_at = now()
      where (units.ratingarea, units.locality, units.block, units.street_address, units.owner_name,
          units.road, units.extra)
        is distinct from (excluded.ratingarea, excluded.locality, excluded.block,
          excluded.street_address, excluded.owner_name, excluded.road, excluded.extra)
      returning xmax = 0 as is_new
    )
    select count(*) filter (where is_new) as stored, count(*) filter (where not is_new) as updated
    from written`.execute(db);
  return rows[0] as { stored: number; updated: number };
};

/** Keeps staged rows without circle or pin, each content once. */
export const addUnassignable = async (db: Writer): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into units (circle_id, pin, ratingarea, locality, block, street_address, owner_name, road,
      extra, unassignable_hash)
    select distinct on (unassignable_hash)
      circles.id, pin, ratingarea, locality, block, street_address, owner_name, road, extra,
      unassignable_hash
    from staged_units left join circles on circles.key = circle_key
    where unassignable_hash is not null
    order by unassignable_hash
    on conflict (unassignable_hash) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
};
