// Keys for programs that read. Each belongs to the administrator who made it and ends with the account.
import { type Kysely, sql } from 'kysely';

const statements = `
create table api_keys (
  id bigint generated always as identity primary key,
  -- 178 random bits, stored only as a hash, like the tokens of sessions.
  secret_hash bytea not null unique,
  begins text not null,
  name text not null,
  owner_id bigint not null references users (id) on delete cascade,
  scopes text[] not null,
  circles text[],
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_address text not null default ''
);
create index api_keys_owner_id on api_keys (owner_id);
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
