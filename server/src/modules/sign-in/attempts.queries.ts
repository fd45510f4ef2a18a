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

/** Attempts are kept for the longest window of a counter. */
const keptHours = 24;

/** Locks the keys, so that nobody else begins an attempt under them until the transaction ends. */
export const lockKeys = async (db: Writer, keys: readonly string[]): Promise<void> => {
  // In one order everywhere, so that two servers cannot deadlock.
  for (const key of keys.toSorted()) {
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

export interface NotedAttempt {
  id: number;
  key: string;
}

/** Records the beginning of an attempt, with a row for each key. */
export const noteAttempt = async (
  db: Writer,
  counters: readonly { key: string }[],
): Promise<NotedAttempt[]> =>
  db
    .insertInto('sign_in_failures')
    .values(counters.map(({ key }) => ({ key, is_pending: true })))
    .returning(['id', 'key'])
    .execute();

const idsOf = (attempts: readonly NotedAttempt[]) => attempts.map(({ id }) => id);

/** Marks attempts as failed. Deletes those that are older than any window. */
export const keepAttempts = async (
  db: Kysely<Tables>,
  attempts: readonly NotedAttempt[],
): Promise<void> => {
  if (attempts.length === 0) return;
  await db
    .updateTable('sign_in_failures')
    .set({ is_pending: false })
    .where('id', 'in', idsOf(attempts))
    .execute();
  await db
    .deleteFrom('sign_in_failures')
    .where('at', '<', sql<Date>`now() - make_interval(hours => ${keptHours})`)
    .execute();
};

/** Deletes attempts. */
export const forgetAttempts = async (
  db: Kysely<Tables>,
  attempts: readonly NotedAttempt[],
): Promise<void> => {
  if (attempts.length === 0) return;
  await db.deleteFrom('sign_in_failures').where('id', 'in', idsOf(attempts)).execute();
};

/** Deletes the failures under a key; attempts under way stay. */
export const forgetFailuresOf = async (db: Kysely<Tables>, key: string): Promise<void> => {
  await db
    .deleteFrom('sign_in_failures')
    .where('key', '=', key)
    .where('is_pending', '=', false)
    .execute();
};

/**
 * Deletes what was counted for logins, and for the networks that tried them.
 * @param keys beginnings of the keys with a network, whole keys without one, and the beginning of a network's own key
 */
export const forgetFailuresOfLogins = async (
  db: Kysely<Tables>,
  keys: { pairs: string[]; strangers: string[]; ofNetwork: string },
): Promise<void> => {
  await sql`
    with gone as (
      delete from sign_in_failures
      using unnest(${keys.pairs}::text[]) as pair
      where starts_with(key, pair)
      returning ${keys.ofNetwork}::text || substr(key, length(pair) + 1) as network_key
    )
    delete from sign_in_failures
    where key = any(${keys.strangers}::text[]) or key in (select network_key from gone)`.execute(
    db,
  );
};
