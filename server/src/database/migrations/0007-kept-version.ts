// What the kept tables hold has a version: who made something of them may keep it as long as it is the same.
import { type Kysely, sql } from 'kysely';

const statements = `
-- New with every fold and rebuild, in their transaction. At one version changes only come, none go: version
-- and number of changes together say that nothing has changed.
alter table kept_state add column version uuid not null default gen_random_uuid();
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
