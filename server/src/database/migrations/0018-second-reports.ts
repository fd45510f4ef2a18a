// Second reports of a PIN, and counts by the marks of reports (ADR 53).
import { type Kysely, sql } from 'kysely';
import type { Preparation } from '../preparation.ts';

/** The columns of a delta, from a row of `reports` named `r` and the state `s`: those of 0010, and `is_second`. */
const delta = (r: string, n: string) => `
  ${n}, (${r}.capture_time at time zone s.zone)::date, ${r}.username, ${r}.user_name, ${r}.circle_key,
  ${r}.circle, ${r}.land, ${r}.resubmission, ${r}.floors_num, ${r}.basement, ceil(${r}.land_area),
  ceil(${r}.covered_area), ${r}.photo_name is not null, ${r}.pin,
  map_cell(${r}.latitude, ${r}.longitude), ${r}.was_unassigned, ${r}.is_second`;

const columns = `n, day, username, user_name, circle_key, circle, land, resubmission, floors_num, basement,
  land_area, covered_area, has_photo, pin, cell, was_unassigned, is_second`;

export const preparation: Preparation = {
  expand: `
alter table reports add column if not exists is_second boolean not null default false;
alter table report_deltas add column if not exists is_second boolean not null default false;

create or replace function add_deltas_of_added_reports() returns trigger language plpgsql as $$
begin
  insert into report_deltas (${columns})
  select ${delta('r', '1')} from new_rows as r cross join rollup_state as s where r.replaced_by is null;
  return null;
end $$;

create or replace function add_deltas_of_removed_reports() returns trigger language plpgsql as $$
begin
  insert into report_deltas (${columns})
  select ${delta('r', '-1')} from old_rows as r cross join rollup_state as s where r.replaced_by is null;
  return null;
end $$;

create or replace function add_deltas_of_changed_report() returns trigger language plpgsql as $$
begin
  if old.replaced_by is null then
    insert into report_deltas (${columns}) select ${delta('old', '-1')} from rollup_state as s;
  end if;
  if new.replaced_by is null then
    insert into report_deltas (${columns}) select ${delta('new', '1')} from rollup_state as s;
  end if;
  return null;
end $$;
drop trigger if exists add_deltas_of_changed_report on reports;
create trigger add_deltas_of_changed_report after update of capture_time, username, user_name, circle_key, circle, land,
  resubmission, floors_num, basement, land_area, covered_area, photo_name, pin, latitude, longitude, replaced_by,
  was_unassigned, is_second on reports
  for each row execute function add_deltas_of_changed_report();
`,
  // Reports of a PIN by other surveyors than that of its oldest report.
  backfill: {
    keys: 'select distinct circle_key as key from reports',
    batch: `with shared as (
      select pin, min(id) as first from reports where replaced_by is null and circle_key = $1
      group by pin having min(username) <> max(username)
    )
    update reports set is_second = true from shared, reports as first
    where first.id = shared.first and reports.circle_key = $1 and reports.pin = shared.pin
      and reports.replaced_by is null and reports.username <> first.username and not reports.is_second`,
  },
  indexes: [
    'reports_second on reports (capture_time desc, id desc) where replaced_by is null and is_second',
    'reports_no_photo on reports (capture_time desc, id desc) where replaced_by is null and photo_name is null',
    `reports_no_place on reports (capture_time desc, id desc)
      where replaced_by is null and (latitude + longitude) is null`,
  ],
  counts: {
    tables: ['rollup_mark_days'],
    statements: `
create table rollup_mark_days (
  was_unassigned boolean not null,
  is_second boolean not null,
  has_photo boolean not null,
  has_place boolean not null,
  day date not null,
  n integer not null,
  unique (was_unassigned, is_second, has_photo, has_place, day)
) with (fillfactor = 70);
insert into rollup_mark_days
  select was_unassigned, is_second, has_photo, has_place, day, sum(n) from (
    select was_unassigned, is_second, photo_name is not null as has_photo,
      map_cell(latitude, longitude) is not null as has_place, (capture_time at time zone zone)::date as day, 1 as n
    from reports cross join rollup_state where replaced_by is null
    union all select was_unassigned, is_second, has_photo, cell is not null, day, -n from report_deltas
  ) as parts group by 1, 2, 3, 4, 5 having sum(n) <> 0;
`,
  },
};

const statements = `
alter table report_deltas alter column is_second drop default;

create or replace view report_counted (${columns}) as
  select ${delta('r', '1')} from reports as r cross join rollup_state as s where r.replaced_by is null;

drop table rollup_list_days;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
