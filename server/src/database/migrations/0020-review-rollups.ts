// Counts of reports by their state of review, and the indexes of that filter (ADR 64).
import { type Kysely, sql } from 'kysely';
import type { Preparation } from '../preparation.ts';

/** The columns of a delta, from a row of `reports` named `r` and the state `s`: those of 0018, and the review state. */
const change = (r: string, n: string) => `
  ${n}, (${r}.capture_time at time zone s.zone)::date, ${r}.username, ${r}.user_name, ${r}.circle_key,
  ${r}.circle, ${r}.land, ${r}.resubmission, ${r}.floors_num, ${r}.basement, ceil(${r}.land_area),
  ceil(${r}.covered_area), ${r}.photo_name is not null, ${r}.pin,
  map_cell(${r}.latitude, ${r}.longitude), ${r}.was_unassigned, ${r}.is_second,
  case when ${r}.resubmission = 1 then 'sent_back' else coalesce(${r}.review, 'new') end`;

const columns = `n, day, username, user_name, circle_key, circle, land, resubmission, floors_num, basement,
  land_area, covered_area, has_photo, pin, cell, was_unassigned, is_second, review`;

const work = 'username, user_name, circle_key, land';

/** SQL for the review state, where sent-back reports are known only by `resubmission`. */
const reviewOf = (review: string) =>
  `case when resubmission = 1 then 'sent_back' else ${review} end`;

export const preparation: Preparation = {
  indexes: [
    `reports_unreviewed on reports (capture_time desc, id desc)
      where replaced_by is null and review is null and resubmission is distinct from 1`,
    `reports_review on reports (review, capture_time desc, id desc)
      where replaced_by is null and review is not null`,
  ],
  counts: {
    tables: ['rollup_review_days', 'rollup_review_months'],
    statements: `
create table rollup_review_days (
  review text not null,
  day date not null,
  username text not null,
  user_name text not null,
  circle_key text not null,
  land text not null,
  n integer not null,
  unique (review, day, username, user_name, circle_key, land)
) with (fillfactor = 70);
insert into rollup_review_days (review, day, ${work}, n)
  select review, day, ${work}, sum(n) from (
    select ${reviewOf("coalesce(review, 'new')")} as review, (capture_time at time zone zone)::date as day, ${work}, 1 as n
    from reports cross join rollup_state where replaced_by is null
    union all select ${reviewOf("'new'")}, day, ${work}, -n from report_deltas
  ) as parts group by review, day, ${work} having sum(n) <> 0;

create table rollup_review_months (
  review text not null,
  month date not null,
  username text not null,
  user_name text not null,
  circle_key text not null,
  land text not null,
  n integer not null,
  unique (review, month, username, user_name, circle_key, land)
) with (fillfactor = 70);
insert into rollup_review_months (review, month, ${work}, n)
  select review, date_trunc('month', day)::date, ${work}, sum(n) from rollup_review_days
  group by review, 2, ${work};
`,
  },
};

const statements = `
alter table report_deltas add column review text not null default 'new';
alter table report_deltas alter column review drop default;
update report_deltas set review = 'sent_back' where resubmission = 1;

create or replace view report_counted (${columns}) as
  select ${change('r', '1')} from reports as r cross join rollup_state as s where r.replaced_by is null;

create or replace function add_deltas_of_added_reports() returns trigger language plpgsql as $$
begin
  insert into report_deltas (${columns})
  select ${change('r', '1')} from new_rows as r cross join rollup_state as s where r.replaced_by is null;
  return null;
end $$;

create or replace function add_deltas_of_removed_reports() returns trigger language plpgsql as $$
begin
  insert into report_deltas (${columns})
  select ${change('r', '-1')} from old_rows as r cross join rollup_state as s where r.replaced_by is null;
  return null;
end $$;

create or replace function add_deltas_of_changed_report() returns trigger language plpgsql as $$
begin
  if old.replaced_by is null then
    insert into report_deltas (${columns}) select ${change('old', '-1')} from rollup_state as s;
  end if;
  if new.replaced_by is null then
    insert into report_deltas (${columns}) select ${change('new', '1')} from rollup_state as s;
  end if;
  return null;
end $$;
drop trigger add_deltas_of_changed_report on reports;
create trigger add_deltas_of_changed_report after update of capture_time, username, user_name, circle_key, circle, land,
  resubmission, floors_num, basement, land_area, covered_area, photo_name, pin, latitude, longitude, replaced_by,
  was_unassigned, is_second, review on reports
  for each row execute function add_deltas_of_changed_report();

insert into rollup_values (kind, value, detail, n)
  select 'review', review, '', sum(n) from rollup_review_days group by review;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
