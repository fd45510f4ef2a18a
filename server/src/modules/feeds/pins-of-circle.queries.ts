// Units of the parcel list for the feeds, each at the position of its current report.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { isReached, type Reach } from '../../plugins/circle-limits.ts';
import type { Column } from '../spreadsheets/table.ts';

/** Circles that have units, by name. */
export const circlesWithPins = (db: Reader, reach: Reach) =>
  db
    .selectFrom('circles')
    .select(['id', 'name'])
    .where(isReached(reach, 'key'))
    .orderBy('key')
    .execute();

/** Columns of a unit; `id` is the unit's. */
export const pinColumns = (withOwners: boolean): Column[] => [
  { name: 'id', kind: 'number' },
  { name: 'circle', kind: 'text' },
  { name: 'pin', kind: 'text' },
  { name: 'locality', kind: 'text' },
  { name: 'block', kind: 'text' },
  { name: 'street_address', kind: 'text' },
  { name: 'road', kind: 'text' },
  { name: 'ratingarea', kind: 'text' },
  ...(withOwners ? [{ name: 'owner_name', kind: 'text' } as const] : []),
  { name: 'is_surveyed', kind: 'flag' },
  { name: 'report_id', kind: 'number' },
  { name: 'latitude', kind: 'number' },
  { name: 'longitude', kind: 'number' },
  { name: 'picture_path', kind: 'photo' },
];

export interface PinsWanted {
  /** A condition on `units` and `circles`. */
  where: RawBuilder<SqlBool>;
  withOwners: boolean;
  after?: number | undefined;
  only?: number | undefined;
  skip?: number;
  rows: number;
}

/** SQL for the rows of `pinColumns`, by the id of the unit. */
export const pinRows = ({ where, withOwners, after = 0, only, skip = 0, rows }: PinsWanted) =>
  sql`select units.id, circles.name, units.pin, units.locality, units.block, units.street_address, units.road,
      units.ratingarea, ${withOwners ? sql`units.owner_name,` : sql``}
      (report.id is not null)::int, report.id, report.latitude, report.longitude, report.photo_name,
      null::text as end_of_row
    from units join circles on circles.id = units.circle_id
    left join lateral (
      select id, latitude, longitude, photo_name from reports
      where circle_key = circles.key and reports.pin = units.pin and replaced_by is null
      order by capture_time desc, id desc limit 1
    ) as report on true
    where ${where} and units.id > ${after}
      ${only === undefined ? sql`` : sql`and units.id = ${only}`}
    order by units.id limit ${sql.lit(rows)} offset ${sql.lit(skip)}`;

export const countUnits = async (db: Reader, where: RawBuilder<SqlBool>): Promise<number> => {
  const { count } = await db
    .selectFrom('units')
    .innerJoin('circles', 'circles.id', 'units.circle_id')
    .where(where)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};
