// What goes by sequence instead of by the clock: live events, undo, the pins that left lists; and keys that were exchanged.
import { type Kysely, sql } from 'kysely';

const statements = `
-- One number for each batch of live events, drawn before the changes that it tells of (modules/live/live-feed.ts).
create sequence live_numbers;

-- Pins that left lists are forgotten after some time; a phone whose cursor is older gets its whole list.
alter table removed_pins add column removed_at timestamptz not null default now();
alter table pin_lists add column forgotten_version bigint not null default 0;

-- The key before the last exchange is valid for a while (database/server-secrets.ts).
alter table server_secrets add column earlier bytea, add column exchanged_at timestamptz;

-- The audit entry that gave a pin its status, while that can be undone; null where somebody else gave it.
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
-- As they were before the change; null in records from before this migration.
alter table undo_pins add column changed_bys bigint[], add column target_changed_bys bigint[];
-- The newest report when pins were recorded.
alter table undo_pins add column last_report bigint;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
