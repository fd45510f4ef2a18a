// The map: counts by cell (the web-mercator tile at zoom 14, `map_cell` of 0002) for tiles that show large
// areas, and an index by cell for those that show streets.
import { type Kysely, sql } from 'kysely';

const statements = `
-- Beside the position it carries what tiles are coloured and mostly filtered by, so that they are read from
-- the index alone.
create index reports_map on reports (map_cell(latitude, longitude))
  include (latitude, longitude, land, username, circle_key, resubmission, capture_time, id)
  where replaced_by is null;

create table kept_cells (
  cell integer not null,
  username text not null,
  user_name text not null,
  circle_key text not null,
  land text not null,
  resubmission smallint,
  n integer not null,
  unique nulls not distinct (cell, username, user_name, circle_key, land, resubmission)
) with (fillfactor = 70);
create index kept_cells_username on kept_cells (username);
create index kept_cells_circle on kept_cells (circle_key);

create table kept_cell_months (
  month date not null,
  cell integer not null,
  username text not null,
  user_name text not null,
  circle_key text not null,
  land text not null,
  resubmission smallint,
  n integer not null,
  unique nulls not distinct (month, cell, username, user_name, circle_key, land, resubmission)
) with (fillfactor = 85);
create index kept_cell_months_username on kept_cell_months (username, month);
create index kept_cell_months_circle on kept_cell_months (circle_key, month);

-- The next start fills them.
update kept_state set is_whole = false where exists (select from reports);
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
