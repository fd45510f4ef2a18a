// What lets servers of the release before go on beside newer ones until they are stopped (ADR 70).
import { type Kysely, sql } from 'kysely';

const statements = `
-- 0.2.0 reads it. A view that groups takes no rows: the older server fails to apply deltas, and leaves that to the newer.
create view rollup_list_days as
  select was_unassigned, day, sum(n)::integer as n from rollup_mark_days group by was_unassigned, day;

-- The last migration that a server must know to start and work on this schema. What only adds to the schema leaves it; a
-- migration that removes what servers up to some release need names the last migration of the release after it.
create function schema_works_since() returns text language sql stable as $$ select '0046-beside-older-servers' $$;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
