// The surveyor's page: single-use codes for signing in, what each phone told of itself, why a place was taken by hand,
// and circles that their surveyor has finished (ADR 80 to 83).
import { type Kysely, sql } from 'kysely';

const statements = `
-- One code at a time for a surveyor: 66 random bits, kept only as a hash.
create table sign_in_codes (
  user_id bigint primary key references users (id) on delete cascade,
  code_hash bytea not null unique,
  created_at timestamptz not null default now()
);

-- What a phone said of itself with its last request.
create table phone_states (
  user_id bigint not null references users (id) on delete cascade,
  device_id text not null,
  app text,
  app_version text,
  contact_at timestamptz not null,
  unsent integer,
  unsent_since timestamptz,
  free_bytes bigint,
  clock_ahead_ms bigint,
  primary key (user_id, device_id)
);

alter table reports add column place_reason text;

-- The surveyor's word that nothing is left to do there.
alter table circle_assignments add column closed_at timestamptz, add column closed_reason text;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
