import type { AssignedPin } from '@survey/contract';
import type { Reader } from '../../database/connection.ts';

/** Columns of the parcel list with their names of spec 7. */
export const parcelColumns = [
  'ratingarea',
  'locality as Locality',
  'block as Block',
  'street_address as Street_Address',
  'owner_name as OwnerName',
  'road as Road',
] as const;

/** The pins of a circle on a user's list, by pin. */
export const pinsOfCircle = (
  db: Reader,
  { userId, circleId }: { userId: number; circleId: number },
): Promise<AssignedPin[]> =>
  db
    .selectFrom('assigned_pins')
    .innerJoin('units', 'units.id', 'assigned_pins.unit_id')
    .select((columns) => [
      'assigned_pins.id',
      columns.ref('pin').$notNull().as('pin'),
      ...parcelColumns,
      'status',
    ])
    .where('user_id', '=', userId)
    .where('assigned_pins.circle_id', '=', circleId)
    .orderBy('pin')
    .execute();

/** An assigned pin by its id; undefined where there is none. */
export const listedPin = (db: Reader, id: number) =>
  db
    .selectFrom('assigned_pins')
    .innerJoin('users', 'users.id', 'assigned_pins.user_id')
    .innerJoin('units', 'units.id', 'assigned_pins.unit_id')
    .innerJoin('circles', 'circles.id', 'assigned_pins.circle_id')
    .select([
      'user_id',
      'username',
      'unit_id',
      'pin',
      'circles.id as circle_id',
      'circles.name as circle',
      'status',
    ])
    .where('assigned_pins.id', '=', id)
    .executeTakeFirst();

/** A pin on a user's list by circle and PIN; undefined where it is not on the list. */
export const pinOnList = (
  db: Reader,
  { userId, circleKey, pin }: { userId: number; circleKey: string; pin: string },
) =>
  db
    .selectFrom('assigned_pins')
    .innerJoin('units', 'units.id', 'assigned_pins.unit_id')
    .innerJoin('circles', 'circles.id', 'units.circle_id')
    .select(['assigned_pins.id', 'unit_id', 'status', 'assigned_pins.changed_by'])
    .where('user_id', '=', userId)
    .where('circles.key', '=', circleKey)
    .where('units.pin', '=', pin)
    .executeTakeFirst();
