import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';

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

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
