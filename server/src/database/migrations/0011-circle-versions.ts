// Who has the pins of a circle has a version, as the lists of users have: a statement that looked at the holders
// before it waited for the circle knows whether they are still the same.
import { type Kysely, sql } from 'kysely';

const statements = `
-- Raised by everybody who gives pins of the circle to users.
alter table circles add column version bigint not null default 0;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
