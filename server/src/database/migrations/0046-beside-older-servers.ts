// Lets servers of the previous release work beside newer ones until they are stopped (ADR 70).
import { type Kysely, sql } from 'kysely';

const statements = `
-- Read by 0.2.0. The view cannot be written, so the older server fails to apply deltas and leaves that to the newer
-- one.
create view rollup_list_days as
  select was_unassigned, day, sum(n)::integer as n from rollup_mark_days group by was_unassigned, day;

-- The last migration that a server must know to use this schema. A migration that only adds leaves the function as it
-- is. One that removes what older releases need must replace it, with the last migration of the first release that does
-- not need it.
create function schema_works_since() returns text language sql stable as $$ select '0046-beside-older-servers' $$;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
