// Limits of administrators (ADR 98): to some circles, and to reading.
import { type Kysely, sql } from 'kysely';

const statements = `
alter table users
  -- Null: all. Never empty: an empty filter means no filter.
  add column circles text[] check (cardinality(circles) > 0),
  add column is_read_only boolean not null default false,
  add constraint users_limits_of_administrators
    check (role_id = 1 or (circles is null and not is_read_only));
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
