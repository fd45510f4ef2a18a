// What is ordered by sequences instead of the clock: live events, undo, pins that left lists. Also the exchange of
// keys.
import { type Kysely, sql } from 'kysely';

const statements = `
-- One number for each batch of live events, drawn before the changes are stored (modules/live/live-feed.ts).
create sequence live_numbers;

-- Pins that left lists are deleted after some time; a phone with an older cursor gets its whole list.
alter table removed_pins add column removed_at timestamptz not null default now();
alter table pin_lists add column forgotten_version bigint not null default 0;

-- The key before the last exchange stays valid for a while (database/server-secrets.ts).
alter table server_secrets add column earlier bytea, add column exchanged_at timestamptz;

-- The undoable audit entry that gave the pin its status; null where the status was changed in another way since.
alter table assigned_pins add column changed_by bigint;
create function forget_changed_by() returns trigger language plpgsql as $$
begin
  new.changed_by := null;
  return new;
end $$;
create trigger assigned_pins_changed_by before update on assigned_pins for each row
  when (new.status <> old.status and old.changed_by is not null
    and new.changed_by is not distinct from old.changed_by)
  execute function forget_changed_by();
-- The values before the change; null in records from before this migration.
alter table undo_pins add column changed_bys bigint[], add column target_changed_bys bigint[];
-- The highest id of a report when pins were recorded.
alter table undo_pins add column last_report bigint;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
