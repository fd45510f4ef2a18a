import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';
import { nextVersionsOfListsLeft } from './pin-lists.commands.ts';
import { lastReport } from './undo-records.commands.ts';

/**
 * Takes a unit off all lists, with tombstones, and records its pins for undo. The caller holds the circle for
 * `units removed`, so that nobody is given it meanwhile.
 * @returns the usernames of those who had it
 */
export const takeUnitOff = async (
  db: Writer,
  { circleId, pin }: { circleId: number; pin: string },
  entryId: number,
): Promise<string[]> => {
  const unit = sql`select id from units where circle_id = ${circleId} and pin = ${pin}`;
  const { rows: holders } = await sql<{ user_id: number }>`
    select user_id from assigned_pins where unit_id = (${unit})`.execute(db);
  await nextVersionsOfListsLeft(
    db,
    holders.map(({ user_id }) => user_id),
  );
  const { rows } = await sql<{ username: string }>`
    with gone as (
      delete from assigned_pins where unit_id = (${unit}) returning id, user_id, unit_id, status, changed_by
    ), tombstones as (
      insert into removed_pins (user_id, assigned_pin_id, version)
      select user_id, id, pin_lists.version from gone join pin_lists using (user_id)
    ), recorded as (
      insert into undo_pins
        (entry_id, user_id, part, version, pin_ids, unit_ids, statuses, changed_bys, last_report)
      select ${entryId}::bigint, user_id, 'removed', pin_lists.version, array[id], array[unit_id],
        array[status], array[changed_by], ${lastReport}
      from gone join pin_lists using (user_id)
    )
    select username from gone join users on users.id = user_id order by lower(username)`.execute(
    db,
  );
  return rows.map(({ username }) => username);
};
