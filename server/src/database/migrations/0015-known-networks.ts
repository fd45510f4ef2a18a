// Where accounts have signed in from, so that strangers cannot lock them out (R5).
import { type Kysely, sql } from 'kysely';

const statements = `
create table sign_in_networks (
  user_id bigint not null references users (id) on delete cascade,
  network text not null,
  last_at timestamptz not null default now(),
  primary key (user_id, network)
);
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
