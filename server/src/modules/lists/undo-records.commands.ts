// Records pins as they were before a change, for as long as it can be undone.
import { undoDays } from '@survey/contract';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';
import type { Tables, UndoPinsTable } from '../../database/tables.ts';
import type { ListedPinBefore } from './send-back-pins.commands.ts';

interface RecordedPins {
  entryId: number;
  userId: number;
  part: UndoPinsTable['part'];
  /** State before the change. */
  pins: readonly { id: number; unit_id: number; status: 0 | 1; changed_by: number | null }[];
}

/**
 * SQL for the highest id of a report. Reports with a higher id came after the change, whatever their times say: a
 * report of a listed pin takes its id while it holds the lock of the list.
 */
export const lastReport = sql`(select last_value from reports_id_seq)`;

/** Records a user's pins under the entry's id, while the changed list is still locked. */
export const recordPins = async (
  db: Writer,
  { entryId, userId, part, pins }: RecordedPins,
): Promise<void> => {
  await sql`
    insert into undo_pins
      (entry_id, user_id, part, version, pin_ids, unit_ids, statuses, changed_bys, last_report)
    select ${entryId}::bigint, user_id, ${part}, version, ${pins.map(({ id }) => id)}::bigint[],
      ${pins.map(({ unit_id }) => unit_id)}::bigint[], ${pins.map(({ status }) => status)}::smallint[],
      ${pins.map(({ changed_by }) => changed_by)}::bigint[], ${lastReport}
    from pin_lists where user_id = ${userId}`.execute(db);
};

/** The same for changed pins of several users. */
export const recordPinsOfUsers = async (
  db: Writer,
  entryId: number,
  pins: readonly ListedPinBefore[],
): Promise<void> => {
  await sql`
    insert into undo_pins
      (entry_id, user_id, part, version, pin_ids, unit_ids, statuses, changed_bys, last_report)
    select ${entryId}::bigint, user_id, 'changed', version, array_agg(id), array_agg(unit_id), array_agg(status),
      array_agg(changed_by), ${lastReport}
    from (
      select distinct * from unnest(
        ${pins.map(({ user_id }) => user_id)}::bigint[],
        ${pins.map(({ id }) => id)}::bigint[],
        ${pins.map(({ unit_id }) => unit_id)}::bigint[],
        ${pins.map(({ status }) => status)}::smallint[],
        ${pins.map(({ changed_by }) => changed_by)}::bigint[]
      ) as given (user_id, id, unit_id, status, changed_by)
    ) as pins
    join pin_lists using (user_id)
    group by user_id, version`.execute(db);
};

/** Deletes records of changes that can no longer be undone. */
export const forgetUndoRecords = async (db: Kysely<Tables>): Promise<void> => {
  await db
    .deleteFrom('undo_pins')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${undoDays})`)
    .execute();
};
