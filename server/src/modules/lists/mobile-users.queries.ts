import { roles } from '@survey/contract';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Reader } from '../../database/connection.ts';
import { say } from '../../say.ts';

/** A mobile user as the calls about circles and pins need it. */
export interface FoundUser {
  id: number;
  username: string;
  is_active: boolean;
}

/**
 * The mobile users with these usernames, in any case; never administrators.
 * @throws AppError not-found with the unknown names
 */
export const mobileUsersNamed = async (
  db: Reader,
  usernames: readonly string[],
): Promise<FoundUser[]> => {
  const found = await db
    .selectFrom('users')
    .select(['id', 'username', 'is_active'])
    .where('role_id', '=', roles.mobileUser)
    .where(
      sql<boolean>`lower(username) = any(array(select lower(name) from unnest(${usernames}::text[]) as name))`,
    )
    .execute();
  const known = new Set(found.map(({ username }) => username.toLowerCase()));
  const missing = usernames.filter((username) => !known.has(username.toLowerCase()));
  if (missing.length === 0) return found;
  const named = missing.slice(0, 10).map((username) => `"${username}"`);
  const more = missing.length - named.length;
  throw new AppError(
    'not-found',
    more > 0
      ? say('no-users', { usernames: named.join(', '), more })
      : say('no-user', { username: named.join(', ') }),
  );
};

/**
 * The mobile user with this username, in any case.
 * @throws AppError not-found with the name
 */
export const mobileUserNamed = async (db: Reader, username: string): Promise<FoundUser> => {
  const [user] = await mobileUsersNamed(db, [username]);
  return user as FoundUser;
};
