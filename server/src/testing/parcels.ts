// Inserts units as an upload stores them, for tests of what follows an upload.
import { circleKey } from '@survey/contract';
import { sql } from 'kysely';
import type { TestServer } from './test-server.ts';

/** Adds a circle with these pins, or with `pins` numbered ones from 0000001 on. */
export const addParcels = async (
  { database: { db } }: TestServer,
  circle: string,
  pins: number | readonly string[],
): Promise<void> => {
  const numbers =
    typeof pins === 'number'
      ? Array.from({ length: pins }, (_, index) => String(index + 1).padStart(7, '0'))
      : pins;
  await sql`
    insert into circles (name, key) values (${circle}, ${circleKey(circle)})
    on conflict (key) do nothing`.execute(db);
  await sql`
    insert into units (circle_id, pin, ratingarea, locality, street_address, owner_name)
    select circles.id, pin, 'A', 'Block ' || pin, 'House ' || pin, 'Owner ' || pin
    from circles cross join unnest(${numbers}::text[]) as pin
    where key = ${circleKey(circle)}`.execute(db);
};

export interface ListedPinRow {
  id: number;
  username: string;
  circle: string;
  pin: string;
  status: 0 | 1;
}

/** Every pin on every list, ordered by user, circle and pin. */
export const listedPins = async ({ database: { db } }: TestServer): Promise<ListedPinRow[]> => {
  const { rows } = await sql<ListedPinRow>`
    select assigned_pins.id, username, circles.name as circle, pin, status
    from assigned_pins
    join users on users.id = user_id
    join units on units.id = unit_id
    join circles on circles.id = assigned_pins.circle_id
    order by username, circle, pin`.execute(db);
  return rows;
};

/** The last entry of the audit trail, without its time. */
export const lastAudit = ({ database: { db } }: TestServer) =>
  db
    .selectFrom('audit_entries')
    .select(['actor', 'action', 'subject', 'row_count', 'details'])
    .where('action', 'not in', ['sign-in', 'sign-in-failed', 'device-sign-in', 'sign-out'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
