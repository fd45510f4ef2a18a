// The first schema. docs/architecture.md draws it; the tables' meaning is in docs/glossary.md.
import { type Kysely, sql } from 'kysely';

const statements = `
create extension if not exists pg_trgm;

create table users (
  id bigint generated always as identity primary key,
  role_id smallint not null check (role_id in (1, 2)),
  username text not null,
  name text not null,
  email text not null,
  phonenumber text not null default '',
  cnic text,
  designation text check (designation in ('Surveyor', 'Supervisor')),
  is_active boolean not null default true,
  password_hash text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz
);
create unique index users_username_unique on users (lower(username));
create unique index users_email_unique on users (lower(email));
create unique index users_cnic_unique on users (lower(cnic));

create table sessions (
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index sessions_user_id on sessions (user_id);

-- Failed sign-ins of an account or an address; held here so that it counts over several servers.
create table sign_in_failures (
  id bigint generated always as identity primary key,
  key text not null,
  at timestamptz not null default now()
);
create index sign_in_failures_key on sign_in_failures (key, at);
create index sign_in_failures_at on sign_in_failures (at);

create table server_secrets (
  name text primary key,
  value bytea not null
);

create table circles (
  id bigint generated always as identity primary key,
  name text not null,
  -- Trimmed, lower case: how circles are compared (contract circleKey).
  key text not null unique
);

-- One row of the uploaded parcel list. Rows without circle or pin are kept too, as not assignable.
create table units (
  id bigint generated always as identity primary key,
  circle_id bigint references circles (id),
  pin text,
  ratingarea text not null default '',
  locality text not null default '',
  block text not null default '',
  street_address text not null default '',
  owner_name text not null default '',
  road text not null default '',
  -- Every other column of the sheet, as it came.
  extra jsonb not null default '{}',
  -- Hash of the whole row where it is not assignable: the same row again changes nothing.
  unassignable_hash text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((circle_id is not null and pin is not null) = (unassignable_hash is null))
);
create unique index units_circle_pin_unique on units (circle_id, pin);

-- Every change of a user's list of pins takes this row's lock and its next version, so that
-- versions are in the order of commits and a phone's cursor never skips one.
create table pin_lists (
  user_id bigint primary key references users (id) on delete cascade,
  version bigint not null default 0
);

create table circle_assignments (
  user_id bigint not null references users (id) on delete cascade,
  circle_id bigint not null references circles (id),
  assigned_at timestamptz not null default now(),
  -- Kept by the triggers below, so that the tables of all users never count millions of pins.
  pins_total integer not null default 0,
  pins_used integer not null default 0 check (pins_used between 0 and pins_total),
  primary key (user_id, circle_id)
);
create index circle_assignments_circle_id on circle_assignments (circle_id);

create table assigned_pins (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  circle_id bigint not null,
  unit_id bigint not null references units (id),
  status smallint not null default 0 check (status in (0, 1)),
  version bigint not null,
  unique (user_id, unit_id),
  foreign key (user_id, circle_id) references circle_assignments (user_id, circle_id) on delete cascade
);
create index assigned_pins_user_circle on assigned_pins (user_id, circle_id);
create index assigned_pins_unit_id on assigned_pins (unit_id);
create index assigned_pins_user_version on assigned_pins (user_id, version);

-- Once per statement, however many rows it touches, and whoever touches them.
create function count_assigned_pins() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update circle_assignments as assignment
    set pins_total = pins_total + change.total, pins_used = pins_used + change.used
    from (select user_id, circle_id, count(*) as total, sum(status) as used
      from new_pins group by user_id, circle_id) as change
    where (assignment.user_id, assignment.circle_id) = (change.user_id, change.circle_id);
  elsif tg_op = 'DELETE' then
    update circle_assignments as assignment
    set pins_total = pins_total - change.total, pins_used = pins_used - change.used
    from (select user_id, circle_id, count(*) as total, sum(status) as used
      from old_pins group by user_id, circle_id) as change
    where (assignment.user_id, assignment.circle_id) = (change.user_id, change.circle_id);
  else
    update circle_assignments as assignment
    set pins_total = pins_total + change.total, pins_used = pins_used + change.used
    from (select user_id, circle_id, sum(sign) as total, sum(sign * status) as used
      from (select user_id, circle_id, status, 1 as sign from new_pins
        union all select user_id, circle_id, status, -1 from old_pins) as both_sides
      group by user_id, circle_id) as change
    where (assignment.user_id, assignment.circle_id) = (change.user_id, change.circle_id)
      and (change.total, change.used) <> (0, 0);
  end if;
  return null;
end $$;
create trigger count_added_pins after insert on assigned_pins
  referencing new table as new_pins for each statement execute function count_assigned_pins();
create trigger count_removed_pins after delete on assigned_pins
  referencing old table as old_pins for each statement execute function count_assigned_pins();
create trigger count_changed_pins after update on assigned_pins
  referencing old table as old_pins new table as new_pins
  for each statement execute function count_assigned_pins();

-- Pins that left a user's list, for phones that ask what changed.
create table removed_pins (
  user_id bigint not null references users (id) on delete cascade,
  assigned_pin_id bigint not null,
  version bigint not null,
  primary key (user_id, assigned_pin_id)
);

create table reports (
  id bigint generated always as identity primary key,
  submission_id uuid not null,
  user_id bigint references users (id) on delete set null,
  -- As they were when the report came: the user may be renamed or deleted later.
  username text not null,
  user_name text not null,
  user_phone text not null,
  unit_id bigint references units (id) on delete set null,
  circle text not null,
  circle_key text not null,
  pin text not null,
  info text not null default '',
  floors_num smallint,
  basement boolean not null default false,
  store_front boolean not null default false,
  land_area double precision,
  covered_area double precision,
  land text not null default '',
  other text not null default '',
  comments text not null default '',
  latitude double precision,
  longitude double precision,
  capture_time timestamptz not null,
  submission_time timestamptz not null default now(),
  resubmission smallint check (resubmission in (0, 1)),
  -- Name in the photo store, SHA-256 of the bytes, and their number.
  photo_name text,
  photo_sha256 bytea,
  photo_bytes integer,
  -- The pin was not on the surveyor's list when the report came.
  was_unassigned boolean not null default false,
  -- The resubmission that took this report's place; lists and counts leave replaced reports out.
  replaced_by bigint references reports (id),
  unique (submission_id, username)
);
create index reports_user_id on reports (user_id);
create index reports_unit_id on reports (unit_id);
create index reports_replaced_by on reports (replaced_by) where replaced_by is not null;
create index reports_newest on reports (capture_time desc, id desc) where replaced_by is null;
create index reports_username on reports (username, capture_time desc, id desc) where replaced_by is null;
-- One for each filter of the report page: the newest of a value are read in order, and counted without
-- the table.
create index reports_circle on reports (circle_key, capture_time desc, id desc) where replaced_by is null;
create index reports_land on reports (land, capture_time desc, id desc) where replaced_by is null;
create index reports_user_name on reports (user_name, capture_time desc, id desc) where replaced_by is null;
create index reports_floors on reports (floors_num, capture_time desc, id desc) where replaced_by is null;
create index reports_basement on reports (basement, capture_time desc, id desc) where replaced_by is null;
create index reports_resubmission on reports (resubmission, capture_time desc, id desc) where replaced_by is null;
create index reports_land_area on reports (land_area) where replaced_by is null;
create index reports_covered_area on reports (covered_area) where replaced_by is null;
create index reports_circle_pin on reports (circle_key, pin);
create index reports_sent_back on reports (circle_key, pin) where replaced_by is null and resubmission = 1;
create index reports_pin_trigrams on reports using gin (pin gin_trgm_ops);

-- Who changed what; written in the transaction of the change, never updated.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- No foreign key: entries outlive users.
  actor_id bigint,
  actor text not null,
  address text not null default '',
  action text not null,
  subject text not null,
  row_count integer not null,
  details jsonb not null default '{}'
);
create index audit_entries_at on audit_entries (at desc, id desc);
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
