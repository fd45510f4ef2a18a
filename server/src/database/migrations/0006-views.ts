// Saved views of the report page, and what the console remembers of a person.
import { type Kysely, sql } from 'kysely';

const statements = `
create table report_views (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users (id) on delete cascade,
  name text not null,
  -- Contract viewNameKey: how names of one owner are compared.
  name_key text not null,
  -- As the address of the report page writes them: name to text.
  filters jsonb not null default '{}',
  -- Null where the view leaves the table as it is.
  table_view jsonb,
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint report_views_name_unique unique (owner_id, name_key)
);
create index report_views_shared on report_views (name_key) where is_shared;

create table preferences (
  user_id bigint not null references users (id) on delete cascade,
  name text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, name)
);
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
