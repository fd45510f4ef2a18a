// The lists of pins that users carry. Every change of a list goes through `nextListVersions`: it takes
// the list's lock, so changes of one list stand in a row, and phones can ask for what came since.
import type { PinStatus } from '@survey/contract';
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';

/**
 * Locks the lists of these users, always in the order of their ids so that two changes cannot wait for
 * each other, and answers the version that each changed row must carry.
 */
export const nextListVersions = async (
  db: Writer,
  userIds: readonly number[],
): Promise<Map<number, number>> => {
  const ordered = [...new Set(userIds)].sort((a, b) => a - b);
  const versions = new Map<number, number>();
  for (const user_id of ordered) {
    const { version } = await db
      .insertInto('pin_lists')
      .values({ user_id, version: 1 })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ version: sql`pin_lists.version + 1` }),
      )
      .returning('version')
      .executeTakeFirstOrThrow();
    versions.set(user_id, version);
  }
  return versions;
};

/** A pin on a user's list, by the names that calls use. `circleKey` as the contract's `circleKey` makes it. */
export interface ListedPin {
  userId: number;
  circleKey: string;
  pin: string;
}

/**
 * Sets the status of a pin on a user's list.
 * @returns false where the pin is not on the list
 */
export const setPinStatus = async (
  db: Writer,
  { userId, circleKey, pin }: ListedPin,
  status: PinStatus,
): Promise<boolean> => {
  const versions = await nextListVersions(db, [userId]);
  const changed = await db
    .updateTable('assigned_pins')
    .set({ status, version: versions.get(userId) as number })
    .from('units')
    .innerJoin('circles', 'circles.id', 'units.circle_id')
    .whereRef('units.id', '=', 'assigned_pins.unit_id')
    .where('assigned_pins.user_id', '=', userId)
    .where('circles.key', '=', circleKey)
    .where('units.pin', '=', pin)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
};
