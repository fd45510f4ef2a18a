// Deletes old rows of `removed_pins`. They are kept for phones that ask for changes, as long as a phone may be offline.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/** Days. A phone that has not asked for longer gets its whole list. */
const keptDays = 90;

/**
 * Deletes what the previous run announced in `forgotten_version`, then announces what has become old since. In between
 * every list that is being read ends: it either knows the new `forgotten_version` or finds the rows still there.
 * @returns how many rows were deleted
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
  // Each list is updated in a transaction of its own, so the lock order does not matter.
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
