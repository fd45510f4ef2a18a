// Pins as they were before a change, kept for as long as it can be undone.
import { undoDays } from '@survey/contract';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';
import type { Tables, UndoPinsTable } from '../../database/tables.ts';

interface RecordedPins {
  entryId: number;
  userId: number;
  part: UndoPinsTable['part'];
  /** As they were before. */
  pins: readonly { id: number; unit_id: number; status: 0 | 1 }[];
}

/** Keeps a user's pins under the entry's id; their list has been changed and is still locked. */
export const recordPins = async (
  db: Writer,
  { entryId, userId, part, pins }: RecordedPins,
): Promise<void> => {
  await sql`
    insert into undo_pins (entry_id, user_id, part, version, pin_ids, unit_ids, statuses)
    select ${entryId}::bigint, user_id, ${part}, version, ${pins.map(({ id }) => id)}::bigint[],
      ${pins.map(({ unit_id }) => unit_id)}::bigint[], ${pins.map(({ status }) => status)}::smallint[]
    from pin_lists where user_id = ${userId}`.execute(db);
};

/** Forgets what can no longer be undone. */
export const forgetUndoRecords = async (db: Kysely<Tables>): Promise<void> => {
  await db
    .deleteFrom('undo_pins')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${undoDays})`)
    .execute();
};
