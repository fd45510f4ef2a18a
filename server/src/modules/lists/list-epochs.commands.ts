// A restored backup starts a new epoch of the lists: phones may have seen list versions that the backup does not
// have, and must not confuse them with later versions of the same number. The epoch number stands in the version
// itself, above the count of changes.
import { roles } from '@survey/contract';
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';

/** Changes of one list in one epoch; versions stay below 2^53 for a hundred years of epochs. */
export const versionsOfOneEpoch = 2 ** 27;

/** An epoch's number is the minute in which it began, so that two restores of the same backup differ. */
const firstEpochMs = Date.UTC(2026, 0, 1);
const minuteMs = 60_000;

const epochOf = (version: number): number => Math.floor(version / versionsOfOneEpoch);

/** Whether a phone's cursor belongs to the list's current epoch and is not ahead of it. */
export const isOfThisEpoch = (cursor: number, version: number): boolean =>
  cursor <= version && epochOf(cursor) === epochOf(version);

/** Begins a new epoch of all lists: every phone receives its whole list once. */
export const beginEpoch = async (db: Writer, now: Date): Promise<void> => {
  const epoch = Math.floor((now.getTime() - firstEpochMs) / minuteMs);
  await sql`
    insert into pin_lists (user_id, version)
    select id, ${epoch * versionsOfOneEpoch}::bigint from users where role_id = ${roles.mobileUser}
    on conflict (user_id) do update set version =
      greatest(excluded.version, (pin_lists.version / ${versionsOfOneEpoch} + 1) * ${versionsOfOneEpoch})
    `.execute(db);
};
