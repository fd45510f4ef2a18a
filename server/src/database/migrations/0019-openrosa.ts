// Phones with ODK Collect: their credentials, the hashes of their lists, and photos that arrive after their report.
import { type Kysely, sql } from 'kysely';
import type { Preparation } from '../preparation.ts';

export const preparation: Preparation = {
  // The name of the photo in a report that arrived before its photo.
  expand: `
alter table reports
  add column if not exists photo_awaited text;
`,
};

const statements = `
-- The secret of a phone: 256 random bits, stored only as a hash, like the tokens of sessions.
create table phone_credentials (
  id bigint generated always as identity primary key,
  secret_hash bytea not null unique,
  user_id bigint not null references users (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index phone_credentials_user_id on phone_credentials (user_id);

-- MD5 of a user's list as a file, for a version of the list: a phone that has the list asks for nothing more.
create table pin_list_hashes (
  user_id bigint primary key references users (id) on delete cascade,
  version bigint not null,
  format int not null,
  md5 text not null
);
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
