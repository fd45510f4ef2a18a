import { roles } from '@survey/contract';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Writer } from '../../database/connection.ts';
import { say } from '../../say.ts';

/**
 * Locks and returns mobile users, so that none can be blocked or deleted before the transaction ends.
 * @throws AppError not-found, user-blocked
 */
export const lockSurveyors = async (db: Writer, ids: readonly number[]) => {
  const users = await db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'is_active'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('role_id', '=', roles.mobileUser)
    .orderBy('id')
    .forShare()
    .execute();
  const missing = ids.find((id) => !users.some((user) => user.id === id));
  if (missing !== undefined) throw new AppError('not-found', say('no-user-id', { id: missing }));
  const blocked = users.find((user) => !user.is_active);
  if (blocked)
    throw new AppError('user-blocked', say('user-blocked', { username: blocked.username }));
  return users;
};
