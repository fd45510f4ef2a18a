// Limits of administrators (ADR 98): to some circles, and to reading.
import { type Kysely, sql } from 'kysely';

const statements = `
alter table users
  -- Names of circles. Null: all. Never empty: an empty filter means no filter.
  add column limited_to text[] check (cardinality(limited_to) > 0),
  add column is_read_only boolean not null default false,
  add constraint users_limits_of_administrators
    check (role_id = 1 or (limited_to is null and not is_read_only));
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
