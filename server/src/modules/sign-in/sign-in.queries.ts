import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';

/** An account by email or username, in any case. */
export const findAccount = (db: Reader, login: string) =>
  db
    .selectFrom('users')
    .select(['id', 'role_id', 'username', 'name', 'email', 'password_hash', 'is_active'])
    .where((where) =>
      where.or([
        where(sql`lower(email)`, '=', login.toLowerCase()),
        where(sql`lower(username)`, '=', login.toLowerCase()),
      ]),
    )
    .orderBy(sql`lower(email) = ${login.toLowerCase()}`, 'desc')
    .executeTakeFirst();

const windowStart = (minutes: number) => sql<Date>`(now() - make_interval(mins => ${minutes}))`;

/** Notes an attempt under a key and answers its id. */
export const noteAttempt = async (db: Kysely<Tables>, key: string): Promise<number> => {
  const { id } = await db
    .insertInto('sign_in_failures')
    .values({ key })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/**
 * Attempts under a key within the last minutes, and the seconds until fewer than `limit` are left.
 */
export const attemptsOf = async (
  db: Reader,
  key: string,
  minutes: number,
  limit: number,
): Promise<{ count: number; waitSeconds: number }> => {
  const { rows } = await sql<{ count: number; wait_seconds: number | null }>`
    with recent as (
      select at, row_number() over (order by at desc) as place
      from sign_in_failures where key = ${key} and at > ${windowStart(minutes)}
    )
    select count(*) as count,
      ceil(extract(epoch from max(at) filter (where place = ${limit}) - ${windowStart(minutes)}))::int
        as wait_seconds
    from recent`.execute(db as Kysely<Tables>);
  return { count: rows[0]?.count ?? 0, waitSeconds: Math.max(1, rows[0]?.wait_seconds ?? 1) };
};

export const forgetAttempt = async (db: Kysely<Tables>, id: number): Promise<void> => {
  await db.deleteFrom('sign_in_failures').where('id', '=', id).execute();
};

export const forgetAttemptsOf = async (db: Kysely<Tables>, key: string): Promise<void> => {
  await db.deleteFrom('sign_in_failures').where('key', '=', key).execute();
};

export const forgetOldAttempts = async (db: Kysely<Tables>, minutes: number): Promise<void> => {
  await db.deleteFrom('sign_in_failures').where('at', '<', windowStart(minutes)).execute();
};
