// The time of the nightly count, so that only one of several servers counts.
import { type Kysely, sql } from 'kysely';

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw('alter table surveyor_shares add column counted_at timestamptz not null default now()')
    .execute(db);
};
