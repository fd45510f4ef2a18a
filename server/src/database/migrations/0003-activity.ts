// Activity and undo: entries that cannot be changed, and the state before a change, kept for 30 days.
import { type Kysely, sql } from 'kysely';

const statements = `
alter table audit_entries
  -- The id that the log lines and the error answers of the same request carry.
  add column request_id text not null default '',
  -- The state before it was kept, so that it can be undone.
  add column is_undoable boolean not null default false,
  -- The entry that this one undoes.
  add column undoes bigint references audit_entries (id);
-- An entry is undone once, whoever asks and how often.
create unique index audit_entries_undoes on audit_entries (undoes) where undoes is not null;
create index audit_entries_actor on audit_entries (actor, at desc, id desc);
-- Reports from phones are nearly all entries; the few others are found without stepping over them.
create index audit_entries_office on audit_entries (at desc, id desc) where action <> 'submit-report';
create index audit_entries_action on audit_entries (action, at desc, id desc) where action <> 'submit-report';
create index audit_entries_subject on audit_entries using gin (subject gin_trgm_ops);

create function refuse_change_of_audit() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit trail cannot be changed';
end $$;
create trigger audit_entries_stay before update or delete or truncate on audit_entries
  for each statement execute function refuse_change_of_audit();

-- Pins as they were before an entry: a row for each user and part of the change, so that keeping 200 000
-- pins is writing a few rows. No foreign keys: what the change touched may be gone when it is looked at.
create table undo_pins (
  entry_id bigint not null,
  at timestamptz not null default now(),
  user_id bigint not null,
  part text not null check (part in ('removed', 'changed', 'added', 'moved', 'merged')),
  -- The version of the user's list that the pins carry since the change.
  version bigint not null,
  -- The same place in each list is the same pin.
  pin_ids bigint[] not null,
  unit_ids bigint[] not null,
  statuses smallint[] not null,
  -- Of merged pins: the status that the target's own pin had.
  target_statuses smallint[]
);
create index undo_pins_entry on undo_pins (entry_id);
create index undo_pins_at on undo_pins (at);

-- Units as they were before an upload changed them.
create table undo_units (
  entry_id bigint not null,
  at timestamptz not null default now(),
  unit_id bigint not null,
  ratingarea text not null,
  locality text not null,
  block text not null,
  street_address text not null,
  owner_name text not null,
  road text not null,
  extra jsonb not null,
  changed_by bigint
);
-- Rows of one entry lie together, so these cost an upload next to nothing.
create index undo_units_entry on undo_units using brin (entry_id) with (autosummarize = on);
create index undo_units_at on undo_units using brin (at) with (autosummarize = on);

-- The entry of the upload that stored the unit as it is.
alter table units add column changed_by bigint;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
