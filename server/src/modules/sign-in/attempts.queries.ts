// Password attempts by account and by address, stored in the database so that they count over several servers.
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';

/** Seconds after which an attempt is no longer under way; its server was killed. */
const pendingSeconds = 60;

export interface Attempts {
  failures: number;
  /** Under way now, on this server or another. */
  pending: number;
  /** Seconds until fewer failures than the limit are left, where it is reached. */
  waitSeconds: number;
}

/** Locks the keys, so that nobody else begins an attempt under them until the transaction ends. */
export const lockKeys = async (db: Writer, keys: readonly string[]): Promise<void> => {
  for (const key of keys) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 4871))`.execute(db);
  }
};

/** Attempts under a key within the last minutes. */
export const attemptsOf = async (
  db: Reader,
  key: string,
  minutes: number,
  limit: number,
): Promise<Attempts> => {
  const { rows } = await sql<{ failures: number; pending: number; wait_seconds: number | null }>`
    with recent as (
      select at, is_pending,
        row_number() over (partition by is_pending order by at desc) as place
      from sign_in_failures where key = ${key} and at > now() - make_interval(mins => ${minutes})
    )
    select count(*) filter (where not is_pending) as failures,
      count(*) filter (where is_pending and at > now() - make_interval(secs => ${pendingSeconds}))
        as pending,
      ceil(extract(epoch from max(at) filter (where not is_pending and place = ${limit})
        - (now() - make_interval(mins => ${minutes}))))::int as wait_seconds
    from recent`.execute(db as Kysely<Tables>);
  const found = rows[0];
  return {
    failures: found?.failures ?? 0,
    pending: found?.pending ?? 0,
    waitSeconds: Math.max(1, found?.wait_seconds ?? 1),
  };
};

/** Records the beginning of an attempt and returns the ids of its rows, one for each key. */
export const noteAttempt = async (db: Writer, keys: readonly string[]): Promise<number[]> => {
  const noted = await db
    .insertInto('sign_in_failures')
    .values(keys.map((key) => ({ key, is_pending: true })))
    .returning('id')
    .execute();
  return noted.map(({ id }) => id);
};

/** Marks the attempt as failed. Deletes attempts older than any window. */
export const keepAttempt = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  minutes: number,
): Promise<void> => {
  await db
    .updateTable('sign_in_failures')
    .set({ is_pending: false })
    .where('id', 'in', ids)
    .execute();
  await db
    .deleteFrom('sign_in_failures')
    .where('at', '<', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .execute();
};

/** Deletes the attempt. */
export const forgetAttempt = async (db: Kysely<Tables>, ids: readonly number[]): Promise<void> => {
  await db.deleteFrom('sign_in_failures').where('id', 'in', ids).execute();
};

/** Deletes the failures under a key; attempts under way stay. */
export const forgetFailuresOf = async (db: Kysely<Tables>, key: string): Promise<void> => {
  await db
    .deleteFrom('sign_in_failures')
    .where('key', '=', key)
    .where('is_pending', '=', false)
    .execute();
};
