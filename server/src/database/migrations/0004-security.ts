// What sessions tell their owner, the second factor of administrators, and attempts that are under way.
import { type Kysely, sql } from 'kysely';

const statements = `
-- Shown to the session's owner: where it was opened, and by what.
alter table sessions
  add column id bigint generated always as identity unique,
  add column address text not null default '',
  add column user_agent text not null default '';

-- An attempt stands here before the password is looked at, so that parallel guesses count too.
alter table sign_in_failures add column is_pending boolean not null default false;

-- An authenticator app's secret, encrypted; it counts once it is confirmed.
create table second_factors (
  user_id bigint primary key references users (id) on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  -- The half minute of the last code that was taken: no code is taken twice.
  last_step bigint not null default 0
);

-- Hashes of the codes that are left; a used one is deleted.
create table recovery_codes (
  user_id bigint not null references second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
