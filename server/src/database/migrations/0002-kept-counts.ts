// Counts of reports that are kept, not counted (docs/decisions, "Counts are kept"). Triggers write what a
// statement changed into `report_changes` and `unit_changes`, in its own transaction and without waiting
// for anybody; servers fold these rows into the kept tables (modules/reports/kept-counts.ts), which are
// filled at the next start, by a rebuild.
import { type Kysely, sql } from 'kysely';

/** The columns of a change, from a row of `reports` named `r` and the state `s`. */
const change = (r: string, n: string) => `
  ${n}, (${r}.capture_time at time zone s.zone)::date, ${r}.username, ${r}.user_name, ${r}.circle_key,
  ${r}.circle, ${r}.land, ${r}.resubmission, ${r}.floors_num, ${r}.basement, ceil(${r}.land_area),
  ceil(${r}.covered_area), ${r}.photo_name is not null, ${r}.pin,
  map_cell(${r}.latitude, ${r}.longitude)`;

const columns = `n, day, username, user_name, circle_key, circle, land, resubmission, floors_num, basement,
  land_area, covered_area, has_photo, pin, cell`;

/** Columns whose change changes a count. */
const counted = `capture_time, username, user_name, circle_key, circle, land, resubmission, floors_num,
  basement, land_area, covered_area, photo_name, pin, latitude, longitude, replaced_by`;

/** Beside its own column, what a filter's index carries for the other filters. */
const filtered = 'land, resubmission, floors_num, basement, land_area, covered_area, pin';

const statements = `
-- For the indexes below, on as many reports as there may be.
set local maintenance_work_mem = '256MB';

-- The web-mercator tile at zoom 14 that holds a position, as x * 16384 + y; null without a position.
-- Not "strict", so that it is written into the statements that call it: a call costs microseconds.
create function map_cell(latitude double precision, longitude double precision) returns integer
language sql immutable parallel safe as $$
  select case when latitude is not null and longitude is not null then
    (greatest(0, least(16383, floor((longitude + 180) / 360 * 16384))) * 16384
    + greatest(0, least(16383, floor(
        (1 - asinh(tan(radians(greatest(-85.0511, least(85.0511, latitude))))) / pi()) / 2 * 16384
      ))))::integer end
$$;

-- One row. The zone whose days are counted, and the widths of the areas' buckets; is_whole is false until
-- the first rebuild.
create table kept_state (
  id boolean primary key default true check (id),
  zone text not null,
  land_width double precision not null default 1,
  covered_width double precision not null default 1,
  is_whole boolean not null default false
);
insert into kept_state (zone, is_whole)
  select current_setting('TimeZone'), not exists (select from reports) and not exists (select from units);

-- What became more or less (n) and is not folded yet. Areas are rounded up: ranges with whole borders hold
-- the same reports. The table is short and rewritten all the time.
create table report_changes (
  n integer not null,
  day date not null,
  username text not null,
  user_name text not null,
  circle_key text not null,
  circle text not null,
  land text not null,
  resubmission smallint,
  floors_num smallint,
  basement boolean not null,
  land_area double precision,
  covered_area double precision,
  has_photo boolean not null,
  pin text not null,
  cell integer
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Current reports as if each had just come: what the kept tables are rebuilt from and checked against.
create view report_counted (${columns}) as
  select ${change('r', '1')} from reports as r cross join kept_state as s where r.replaced_by is null;

create function note_added_reports() returns trigger language plpgsql as $$
begin
  insert into report_changes (${columns})
  select ${change('r', '1')} from new_rows as r cross join kept_state as s where r.replaced_by is null;
  return null;
end $$;
create trigger note_added_reports after insert on reports
  referencing new table as new_rows for each statement execute function note_added_reports();

create function note_removed_reports() returns trigger language plpgsql as $$
begin
  insert into report_changes (${columns})
  select ${change('r', '-1')} from old_rows as r cross join kept_state as s where r.replaced_by is null;
  return null;
end $$;
create trigger note_removed_reports after delete on reports
  referencing old table as old_rows for each statement execute function note_removed_reports();

-- For each row, so that changes of other columns (a deleted user's id) cost nothing.
create function note_changed_report() returns trigger language plpgsql as $$
begin
  if old.replaced_by is null then
    insert into report_changes (${columns}) select ${change('old', '-1')} from kept_state as s;
  end if;
  if new.replaced_by is null then
    insert into report_changes (${columns}) select ${change('new', '1')} from kept_state as s;
  end if;
  return null;
end $$;
create trigger note_changed_report after update of ${counted} on reports
  for each row execute function note_changed_report();

create function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% is counted: delete its rows instead', tg_table_name;
end $$;
create trigger refuse_truncate before truncate on reports execute function refuse_truncate();
create trigger refuse_truncate before truncate on units execute function refuse_truncate();

-- Units that came or went; circle_id 0 stands for those without circle or pin.
create table unit_changes (
  n integer not null,
  circle_id bigint not null,
  pin text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create function note_added_units() returns trigger language plpgsql as $$
begin
  insert into unit_changes (n, circle_id, pin)
  select 1, coalesce(circle_id, 0), coalesce(pin, '') from new_rows;
  return null;
end $$;
create trigger note_added_units after insert on units
  referencing new table as new_rows for each statement execute function note_added_units();

create function note_removed_units() returns trigger language plpgsql as $$
begin
  insert into unit_changes (n, circle_id, pin)
  select -1, coalesce(circle_id, 0), coalesce(pin, '') from old_rows;
  return null;
end $$;
create trigger note_removed_units after delete on units
  referencing old table as old_rows for each statement execute function note_removed_units();

create function note_changed_unit() returns trigger language plpgsql as $$
begin
  insert into unit_changes (n, circle_id, pin) values
    (-1, coalesce(old.circle_id, 0), coalesce(old.pin, '')),
    (1, coalesce(new.circle_id, 0), coalesce(new.pin, ''));
  return null;
end $$;
create trigger note_changed_unit after update of circle_id, pin on units
  for each row execute function note_changed_unit();

create table kept_values (
  kind text not null,
  value text not null,
  detail text not null,
  n integer not null,
  unique (kind, value, detail)
) with (fillfactor = 70);

-- Who worked where: by cell of the map (map_cell, or -1 without a position), day and month.
create table kept_cell_days (
  day date not null,
  cell integer not null,
  username text not null,
  user_name text not null,
  circle_key text not null,
  land text not null,
  resubmission smallint,
  n integer not null,
  unique nulls not distinct (day, cell, username, user_name, circle_key, land, resubmission)
) with (fillfactor = 90);
create index kept_cell_days_username on kept_cell_days (username, day);
create index kept_cell_days_user_name on kept_cell_days (user_name, day);
create index kept_cell_days_circle on kept_cell_days (circle_key, day);

create table kept_work_months (
  month date not null,
  username text not null,
  user_name text not null,
  circle_key text not null,
  land text not null,
  resubmission smallint,
  n integer not null,
  unique nulls not distinct (month, username, user_name, circle_key, land, resubmission)
) with (fillfactor = 85);
create index kept_work_months_username on kept_work_months (username);
create index kept_work_months_user_name on kept_work_months (user_name);
create index kept_work_months_circle on kept_work_months (circle_key);

create table kept_user_days (
  day date not null,
  username text not null,
  n integer not null,
  unique (day, username)
) with (fillfactor = 85);

-- The areas' buckets by their upper border.
create table kept_trait_months (
  month date not null,
  land text not null,
  resubmission smallint,
  floors_num smallint,
  basement boolean not null,
  land_upto double precision,
  covered_upto double precision,
  n integer not null,
  unique nulls not distinct (month, land, resubmission, floors_num, basement, land_upto, covered_upto)
) with (fillfactor = 85);

create table kept_trait_days (
  day date not null,
  land text not null,
  resubmission smallint,
  floors_num smallint,
  basement boolean not null,
  land_upto double precision,
  covered_upto double precision,
  n integer not null,
  unique nulls not distinct (day, land, resubmission, floors_num, basement, land_upto, covered_upto)
) with (fillfactor = 85);

create table kept_days (
  day date not null,
  land text not null,
  resubmission smallint,
  n integer not null,
  unique nulls not distinct (day, land, resubmission)
) with (fillfactor = 70);

create table kept_months (
  month date not null,
  land text not null,
  resubmission smallint,
  n integer not null,
  unique nulls not distinct (month, land, resubmission)
) with (fillfactor = 70);

-- One filter alone.
create table kept_floor_days (
  floors_num smallint,
  basement boolean not null,
  day date not null,
  n integer not null,
  unique nulls not distinct (floors_num, basement, day)
) with (fillfactor = 85);

create table kept_land_area_days (
  land_upto double precision,
  day date not null,
  n integer not null,
  unique nulls not distinct (land_upto, day)
) with (fillfactor = 85);

create table kept_covered_area_days (
  covered_upto double precision,
  day date not null,
  n integer not null,
  unique nulls not distinct (covered_upto, day)
) with (fillfactor = 85);

create table kept_pin_grams (
  gram text not null,
  day date not null,
  n integer not null,
  unique (gram, day)
) with (fillfactor = 85);

-- With all that filters look at, so that they are counted and skipped without the table.
drop index reports_newest, reports_username, reports_circle, reports_user_name;
create index reports_newest on reports (capture_time desc, id desc)
  include (${filtered}) where replaced_by is null;
create index reports_username on reports (username, capture_time desc, id desc)
  include (circle_key, user_name, ${filtered}) where replaced_by is null;
create index reports_circle on reports (circle_key, capture_time desc, id desc)
  include (username, user_name, ${filtered}) where replaced_by is null;
create index reports_user_name on reports (user_name, capture_time desc, id desc)
  include (username, circle_key, ${filtered}) where replaced_by is null;
-- New rows are seen without the table soon, not when a fifth of it is new.
alter table reports set (autovacuum_vacuum_insert_scale_factor = 0.01);

-- Pins that begin with a text, in any case.
create index reports_pin_starts on reports (lower(pin) text_pattern_ops, pin) where replaced_by is null;

create table kept_circles (
  circle_id bigint primary key,
  units integer not null,
  surveyed integer not null
) with (fillfactor = 70);
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
