// One unit of the parcel list, and what hangs on it.
import { type calls, circleKey, type ReplyOf } from '@survey/contract';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Reader, Writer } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import { say } from '../../say.ts';
import type { Circle } from '../lists/circles.queries.ts';

/** The columns of a unit by the names of the contract. */
export interface UnitRow {
  id: number;
  pin: string;
  ratingarea: string;
  Locality: string;
  Block: string;
  Street_Address: string;
  OwnerName: string;
  Road: string;
  changed_by: number | null;
}

const columns = sql`id, pin, ratingarea, locality as "Locality", block as "Block",
  street_address as "Street_Address", owner_name as "OwnerName", road as "Road", changed_by`;

export const noUnit = (circle: Circle, pin: string): AppError =>
  new AppError('not-found', say('no-unit', { circle: circle.name, pin }));

/**
 * The unit with this PIN in a circle, locked against other changes.
 * @throws AppError not-found
 */
export const unitToChange = async (db: Writer, circle: Circle, pin: string): Promise<UnitRow> => {
  const { rows } = await sql<UnitRow>`
    select ${columns} from units where circle_id = ${circle.id} and pin = ${pin} for update`.execute(
    db,
  );
  if (!rows[0]) throw noUnit(circle, pin);
  return rows[0];
};

/** How many reports carry the circle and PIN, of whichever unit they were when they came. */
export const reportsOfPin = async (db: Reader, circle: Circle, pin: string) => {
  const { rows } = await sql<{ reports: number; current_reports: number }>`
    select count(*)::int as reports,
      count(*) filter (where replaced_by is null)::int as current_reports
    from reports where circle_key = ${circleKey(circle.name)} and pin = ${pin}`.execute(
    db as Kysely<Tables>,
  );
  return rows[0] as { reports: number; current_reports: number };
};

/** @throws AppError not-found where the circle has no such unit */
export const unitDetails = async (
  db: Reader,
  circle: Circle,
  pin: string,
): Promise<ReplyOf<typeof calls.unitDetails>> => {
  const { rows } = await sql<UnitRow & { lists: { username: string; status: 0 | 1 }[] }>`
    select ${columns}, (
      select coalesce(json_agg(json_build_object('username', username, 'status', status)
        order by lower(username)), '[]')
      from assigned_pins join users on users.id = user_id where unit_id = units.id
    ) as lists
    from units where circle_id = ${circle.id} and pin = ${pin}`.execute(db as Kysely<Tables>);
  const [unit] = rows;
  if (!unit) throw noUnit(circle, pin);
  return { circle: circle.name, ...unit, ...(await reportsOfPin(db, circle, pin)) };
};
