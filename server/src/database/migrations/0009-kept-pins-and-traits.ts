// What was still slow at ten million reports. PINs are looked for among the different ones, a tenth of all
// reports, and no longer by trigrams of the reports themselves; a rare area is found and put in order by its
// index alone; the map keeps cells by traits, and larger ones by day.
import { type Kysely, sql } from 'kysely';

const statements = `
set local maintenance_work_mem = '256MB';

-- Every different PIN of current reports. Its trigrams are written while folding, not while a phone waits.
create table kept_pins (
  pin text not null,
  n integer not null,
  unique (pin)
) with (fillfactor = 90);
create index kept_pins_starts on kept_pins (lower(pin) text_pattern_ops, pin);
create index kept_pins_trigrams on kept_pins using gin (pin gin_trgm_ops)
  with (gin_pending_list_limit = 256);

drop index reports_pin_trigrams, reports_pin_starts;
create index reports_pin on reports (pin, capture_time desc, id desc) where replaced_by is null;

-- The parts of a PIN of four characters, each with its span of eight days, numbered from 1970: what somebody
-- types, in the month that a page lies in. In plpgsql, which takes a fifth of the time of sql for this.
create function pin_parts(pin text, at timestamptz) returns text[]
language plpgsql immutable parallel safe as $$
declare
  low text := lower(pin);
  span text := ' ' || floor(date_part('epoch', at) / 691200);
  parts text[] := '{}';
begin
  for start in 1 .. length(low) - 3 loop
    parts := parts || (substr(low, start, 4) || span);
  end loop;
  return parts;
end $$;
create index reports_pin_parts on reports using gin (pin_parts(pin, capture_time))
  with (gin_pending_list_limit = 512) where replaced_by is null;

create table kept_pin_months (
  gram text not null,
  month date not null,
  n integer not null,
  unique (gram, month)
) with (fillfactor = 85);

drop index reports_land_area, reports_covered_area;
create index reports_land_area on reports (land_area, capture_time, id) where replaced_by is null;
create index reports_covered_area on reports (covered_area, capture_time, id) where replaced_by is null;

-- The map of streets: within a cell the strip of a tile is read alone.
drop index reports_map;
create index reports_map on reports (map_cell(latitude, longitude), longitude)
  include (latitude, land, username, circle_key, resubmission, capture_time, id, land_area, covered_area,
    floors_num, basement, pin)
  where replaced_by is null;

-- The map of all time without surveyors, and under filters of traits.
create table kept_cell_lands (
  cell integer not null,
  land text not null,
  resubmission smallint,
  n integer not null,
  unique nulls not distinct (cell, land, resubmission)
) with (fillfactor = 70);

create table kept_cell_traits (
  cell integer not null,
  land text not null,
  resubmission smallint,
  floors_num smallint,
  basement boolean not null,
  land_upto double precision,
  covered_upto double precision,
  n integer not null,
  unique nulls not distinct (cell, land, resubmission, floors_num, basement, land_upto, covered_upto)
) with (fillfactor = 85);

-- The same for large areas: tiles of zoom 12, each under one of its cells.
create table kept_region_traits (
  cell integer not null,
  land text not null,
  resubmission smallint,
  floors_num smallint,
  basement boolean not null,
  land_upto double precision,
  covered_upto double precision,
  n integer not null,
  unique nulls not distinct (cell, land, resubmission, floors_num, basement, land_upto, covered_upto)
) with (fillfactor = 85);

-- Large areas of the map between any two days.
create table kept_region_days (
  day date not null,
  cell integer not null,
  land text not null,
  resubmission smallint,
  n integer not null,
  unique nulls not distinct (day, cell, land, resubmission)
) with (fillfactor = 90);

create table kept_region_months (
  month date not null,
  cell integer not null,
  land text not null,
  resubmission smallint,
  n integer not null,
  unique nulls not distinct (month, cell, land, resubmission)
) with (fillfactor = 85);

-- The next start fills them.
update kept_state set is_whole = false where exists (select from reports);
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
