// The same work in bare PostgreSQL: one connection, no checks, no rollups.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** COPY into a staging table, then one insert that merges it; no rollups and no undo records. */
export const bareImport = async (client: pg.Client, lines: readonly Buffer[]): Promise<void> => {
  await client.query('begin');
  await client.query('alter table units disable trigger user');
  await client.query(`create temporary table bare (circle_key text, pin text, ratingarea text, locality text,
    block text, street_address text, owner_name text, road text, extra jsonb) on commit drop`);
  await pipeline(Readable.from(lines), client.query(copyFrom('copy bare from stdin')));
  await client.query(`
    insert into units (circle_id, pin, ratingarea, locality, block, street_address, owner_name, road, extra)
    select circles.id, pin, ratingarea, locality, block, street_address, owner_name, road, extra
    from bare join circles on circles.key = circle_key
    on conflict (circle_id, pin) do update set
      ratingarea = excluded.ratingarea, locality = excluded.locality, block = excluded.block,
      street_address = excluded.street_address, owner_name = excluded.owner_name,
      road = excluded.road, extra = excluded.extra`);
  await client.query('alter table units enable trigger user');
  await client.query('commit');
};

/** One update that joins the rows as arrays. */
export const bareStatusUpdate = async (
  client: pg.Client,
  arrays: readonly [string, string, string],
): Promise<void> => {
  await client.query(
    `update assigned_pins set status = given.status, version = assigned_pins.version + 1
    from unnest($1::text[], $2::text[], $3::smallint[]) as given (circle_key, pin, status)
    join circles on circles.key = given.circle_key
    join units on units.circle_id = circles.id and units.pin = given.pin
    where assigned_pins.unit_id = units.id`,
    [...arrays],
  );
};

export const connect = async (databaseUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
};
