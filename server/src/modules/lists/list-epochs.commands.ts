// A restored backup is another life of the database: phones may have seen versions of their lists that it
// does not know, and must not take later versions with the same numbers for them. The number of the life
// stands in the version itself, above the count of changes.
import { roles } from '@survey/contract';
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';

/** Changes of one list in one life; versions stay below 2^53 for a hundred years of lives. */
const versionsOfOneLife = 2 ** 27;

/** Lives are numbered by the minute they began in, so that two of the same backup differ. */
const firstLifeMs = Date.UTC(2026, 0, 1);
const minuteMs = 60_000;

const lifeOf = (version: number): number => Math.floor(version / versionsOfOneLife);

/** Whether a phone's cursor was answered by this list as it goes on now, and not ahead of it. */
export const isOfThisLife = (cursor: number, version: number): boolean =>
  cursor <= version && lifeOf(cursor) === lifeOf(version);

/** Begins a new life of all lists: every phone is given its whole list once. */
export const beginNewLife = async (db: Writer, now: Date): Promise<void> => {
  const life = Math.floor((now.getTime() - firstLifeMs) / minuteMs);
  await sql`
    insert into pin_lists (user_id, version)
    select id, ${life * versionsOfOneLife}::bigint from users where role_id = ${roles.mobileUser}
    on conflict (user_id) do update set version =
      greatest(excluded.version, (pin_lists.version / ${versionsOfOneLife} + 1) * ${versionsOfOneLife})
    `.execute(db);
};
