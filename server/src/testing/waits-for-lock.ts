import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Whether a connection of this database waits for a lock of another. */
export const waitsForLock = async (db: Kysely<Tables>): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
};
