// Floors, basement and each area alone are kept by month too: a page's total is then a thirtieth to add up.
import { type Kysely, sql } from 'kysely';

const statements = `
-- Nobody folds meanwhile (lockKey of kept-counts.commands.ts). What is folded is added up from the days; where
-- nothing is yet, the next start rebuilds.
select pg_advisory_xact_lock(7203115);

create table kept_floor_months (
  floors_num smallint,
  basement boolean not null,
  month date not null,
  n integer not null,
  unique nulls not distinct (floors_num, basement, month)
) with (fillfactor = 85);
insert into kept_floor_months
  select floors_num, basement, date_trunc('month', day)::date, sum(n)
  from kept_floor_days group by 1, 2, 3 having sum(n) <> 0;

create table kept_land_area_months (
  land_upto double precision,
  month date not null,
  n integer not null,
  unique nulls not distinct (land_upto, month)
) with (fillfactor = 85);
insert into kept_land_area_months
  select land_upto, date_trunc('month', day)::date, sum(n)
  from kept_land_area_days group by 1, 2 having sum(n) <> 0;

create table kept_covered_area_months (
  covered_upto double precision,
  month date not null,
  n integer not null,
  unique nulls not distinct (covered_upto, month)
) with (fillfactor = 85);
insert into kept_covered_area_months
  select covered_upto, date_trunc('month', day)::date, sum(n)
  from kept_covered_area_days group by 1, 2 having sum(n) <> 0;

analyze kept_floor_months, kept_land_area_months, kept_covered_area_months;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
