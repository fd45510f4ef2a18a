// Reports that are set aside, and counts of those whose pin was not on the surveyor's list (ADR 37).
import { type Kysely, sql } from 'kysely';

/** The columns of a change, from a row of `reports` named `r` and the state `s`; as in 0002, and the list. */
const change = (r: string, n: string) => `
  ${n}, (${r}.capture_time at time zone s.zone)::date, ${r}.username, ${r}.user_name, ${r}.circle_key,
  ${r}.circle, ${r}.land, ${r}.resubmission, ${r}.floors_num, ${r}.basement, ceil(${r}.land_area),
  ceil(${r}.covered_area), ${r}.photo_name is not null, ${r}.pin,
  map_cell(${r}.latitude, ${r}.longitude), ${r}.was_unassigned`;

const columns = `n, day, username, user_name, circle_key, circle, land, resubmission, floors_num, basement,
  land_area, covered_area, has_photo, pin, cell, was_unassigned`;

const statements = `
set local maintenance_work_mem = '256MB';
-- Nobody folds meanwhile (lockKey of kept-counts.commands.ts).
select pg_advisory_xact_lock(7203115);

-- A report that is set aside has itself in its place: whatever asks for current reports by "replaced_by is null",
-- every index and every count, leaves it out, and none of them is built again.
alter table reports
  add column set_aside_at timestamptz,
  add column set_aside_by text,
  add constraint reports_set_aside_check check (
    (set_aside_at is not null) = coalesce(replaced_by = id, false)
    and (set_aside_at is null) = (set_aside_by is null));

-- Few, and read with all that filters look at.
create index reports_off_list on reports (capture_time desc, id desc)
  include (username, user_name, circle_key, land, resubmission, floors_num, basement, land_area, covered_area, pin)
  where replaced_by is null and was_unassigned;

alter table report_changes add column was_unassigned boolean not null default false;
alter table report_changes alter column was_unassigned drop default;

create or replace view report_counted (${columns}) as
  select ${change('r', '1')} from reports as r cross join kept_state as s where r.replaced_by is null;

create or replace function note_added_reports() returns trigger language plpgsql as $$
begin
  insert into report_changes (${columns})
  select ${change('r', '1')} from new_rows as r cross join kept_state as s where r.replaced_by is null;
  return null;
end $$;

create or replace function note_removed_reports() returns trigger language plpgsql as $$
begin
  insert into report_changes (${columns})
  select ${change('r', '-1')} from old_rows as r cross join kept_state as s where r.replaced_by is null;
  return null;
end $$;

create or replace function note_changed_report() returns trigger language plpgsql as $$
begin
  if old.replaced_by is null then
    insert into report_changes (${columns}) select ${change('old', '-1')} from kept_state as s;
  end if;
  if new.replaced_by is null then
    insert into report_changes (${columns}) select ${change('new', '1')} from kept_state as s;
  end if;
  return null;
end $$;
drop trigger note_changed_report on reports;
create trigger note_changed_report after update of capture_time, username, user_name, circle_key, circle, land,
  resubmission, floors_num, basement, land_area, covered_area, photo_name, pin, latitude, longitude, replaced_by,
  was_unassigned on reports
  for each row execute function note_changed_report();

create table kept_list_days (
  was_unassigned boolean not null,
  day date not null,
  n integer not null,
  unique (was_unassigned, day)
) with (fillfactor = 70);
-- What is not folded yet is folded later, as on the list: all it was known for.
insert into kept_list_days
  select was_unassigned, day, sum(n) from (
    select was_unassigned, day, n from report_counted
    union all select was_unassigned, day, -n from report_changes
  ) as parts group by 1, 2 having sum(n) <> 0;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
