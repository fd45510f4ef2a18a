import { type Administrator, roles } from '@survey/contract';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';

/** All administrators, by email; `me` is the one who asks. */
export const allAdministrators = async (
  db: Reader,
  me: number | null,
): Promise<Administrator[]> => {
  const found = await db
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['id', 'name', 'email', 'is_active', 'created_at', 'last_seen_at', 'confirmed_at'])
    .select(['must_change_password', 'limited_to', 'is_read_only'])
    .where('role_id', '=', roles.administrator)
    .orderBy(sql`lower(email)`)
    .execute();
  return found.map((one) => ({
    id: one.id,
    name: one.name,
    email: one.email,
    status: one.is_active,
    created_at: one.created_at.toISOString(),
    last_seen: one.last_seen_at?.toISOString() ?? null,
    second_factor: one.confirmed_at !== null,
    must_change_password: one.must_change_password,
    is_me: one.id === me,
    circles: one.limited_to,
    read_only: one.is_read_only,
  }));
};
