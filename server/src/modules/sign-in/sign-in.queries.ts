import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';

/** An account by email or username, in any case; the database makes the lower case on both sides. */
export const findAccount = (db: Reader, login: string) => {
  // Names are composed (NFC) where they are stored now; older ones are as they came.
  const typed = sql`(lower(${login}), lower(${login.normalize('NFC')}))`;
  return db
    .selectFrom('users')
    .select(['id', 'role_id', 'username', 'name', 'email', 'password_hash', 'is_active'])
    .where(({ or }) =>
      or([sql<boolean>`lower(email) in ${typed}`, sql<boolean>`lower(username) in ${typed}`]),
    )
    .orderBy(sql`lower(email) in ${typed}`, 'desc')
    .executeTakeFirst();
};

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
