// The surveyor's page: single-use sign-in codes, the state of each phone, reasons for positions that were accepted by
// hand, and finished circles (ADR 80 to 83).
import { type Kysely, sql } from 'kysely';

const statements = `
-- One code for each surveyor: 66 random bits, stored only as a hash.
create table sign_in_codes (
  user_id bigint primary key references users (id) on delete cascade,
  code_hash bytea not null unique,
  created_at timestamptz not null default now()
);

-- What a phone reported about itself with its last request.
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

-- When and why the surveyor finished the circle.
alter table circle_assignments add column closed_at timestamptz, add column closed_reason text;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
