// Pins that left lists are kept for phones that ask what changed, for as long as a phone may stay away.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/** Days; a phone that has not asked for longer gets its whole list. */
const keptDays = 90;

/**
 * Forgets what an earlier sweep announced, and announces what has become old since: a list that is being read was begun
 * with the announcement in sight, or reads what is still there.
 * @returns how many pins were forgotten
 */
export const forgetRemovedPins = async (db: Kysely<Tables>): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('removed_pins')
    .using('pin_lists')
    .whereRef('pin_lists.user_id', '=', 'removed_pins.user_id')
    .whereRef('removed_pins.version', '<=', 'forgotten_version')
    .executeTakeFirst();
  const { rows } = await sql<{ user_id: number; version: number }>`
    select user_id, max(version) as version from removed_pins
    where removed_at < now() - make_interval(days => ${keptDays}) group by user_id`.execute(db);
  // One list at a time, each in a transaction of its own: there is no order to keep.
  for (const { user_id, version } of rows) {
    await db
      .updateTable('pin_lists')
      .set({ forgotten_version: version })
      .where('user_id', '=', user_id)
      .where('forgotten_version', '<', version)
      .execute();
  }
  return Number(numDeletedRows);
};
