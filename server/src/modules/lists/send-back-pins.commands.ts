// Bulk changes of pins whose reports are sent back (R18).
import { type PinStatus, roles } from '@survey/contract';
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';
import { lockCirclesOfKeys } from './lock-circles.commands.ts';
import { nextVersionsOfListsLeft } from './pin-lists.commands.ts';

/** A surveyor's pin as a report names it. */
export interface ReportedPin {
  username: string;
  circle_key: string;
  pin: string;
}

interface FoundPin {
  /** Index into the given pins, from 0. */
  at: number;
  user_id: number | null;
  unit_id: number | null;
  /** Of the pin on the surveyor's own list, as it stands; null where it is not on it. */
  id: number | null;
  status: PinStatus | null;
  changed_by: number | null;
}

/** A pin on its surveyor's list, as it was before a change. */
export interface ListedPinBefore {
  user_id: number;
  id: number;
  unit_id: number;
  status: PinStatus;
  changed_by: number | null;
}

const findPins = async (db: Writer, pins: readonly ReportedPin[]): Promise<FoundPin[]> => {
  const { rows } = await sql<FoundPin>`
    select (given.position - 1)::int as at, users.id as user_id, units.id as unit_id,
      assigned_pins.id, assigned_pins.status, assigned_pins.changed_by
    from unnest(
      ${pins.map(({ username }) => username)}::text[],
      ${pins.map(({ circle_key }) => circle_key)}::text[],
      ${pins.map(({ pin }) => pin)}::text[]
    ) with ordinality as given (username, circle_key, pin, position)
    left join users on lower(users.username) = lower(given.username)
      and users.role_id = ${roles.mobileUser}
    left join circles on circles.key = given.circle_key
    left join units on units.circle_id = circles.id and units.pin = given.pin
    left join assigned_pins on assigned_pins.user_id = users.id
      and assigned_pins.unit_id = units.id`.execute(db);
  return rows;
};

const holdersOf = async (db: Writer, unitIds: readonly number[]): Promise<number[]> => {
  const holders = await db
    .selectFrom('assigned_pins')
    .select('user_id')
    .distinct()
    .where(sql<boolean>`unit_id = any(${unitIds}::bigint[])`)
    .execute();
  return holders.map(({ user_id }) => user_id);
};

const listedUnits = (found: readonly FoundPin[]): number[] => [
  ...new Set(found.filter(({ id }) => id !== null).map((pin) => pin.unit_id as number)),
];

/** Also units of pins that are not on their surveyors' lists: others may have them. */
const allUnits = (found: readonly FoundPin[]): number[] => [
  ...new Set(found.flatMap(({ unit_id }) => unit_id ?? [])),
];

/**
 * Locks the lists of all users who have one of the pins, in lock order, and takes their next versions; nobody else
 * can be assigned one of them meanwhile. Call it before every other change of lists and reports in the transaction.
 * @param unitsOf 'listed': only the pins that are on their surveyors' lists
 */
export const lockListsOfPins = async (
  db: Writer,
  pins: readonly ReportedPin[],
  unitsOf: 'listed' | 'all' = 'listed',
): Promise<void> => {
  const keys = [...new Set(pins.map(({ circle_key }) => circle_key))];
  await lockCirclesOfKeys(db, keys, 'same holders');
  const units = (unitsOf === 'all' ? allUnits : listedUnits)(await findPins(db, pins));
  await nextVersionsOfListsLeft(db, await holdersOf(db, units));
};

/**
 * Sets surveyors' pins NotUsed, and makes the phones of all users who have them fetch them again. The caller holds the
 * locks of `lockListsOfPins`.
 * @param entryId the audit entry that can undo this
 * @returns each given pin as it was; undefined for a pin that is not on its surveyor's list and stays unchanged
 */
export const sendPinsBack = async (
  db: Writer,
  pins: readonly ReportedPin[],
  entryId: number,
): Promise<(ListedPinBefore | undefined)[]> => {
  const found = await findPins(db, pins);
  const listed = found.filter(({ id }) => id !== null);
  await sql`
    with sent as (
      select * from unnest(
        ${listed.map(({ user_id }) => user_id)}::bigint[],
        ${listed.map(({ unit_id }) => unit_id)}::bigint[]
      ) as sent (user_id, unit_id)
    ), touched as (
      select id, status = 1 and (user_id, unit_id) in (select * from sent) as is_freed
      from assigned_pins where unit_id = any(${listedUnits(found)}::bigint[])
    )
    update assigned_pins set
      version = pin_lists.version,
      status = case when is_freed then 0 else status end,
      changed_by = case when is_freed then ${entryId}::bigint else changed_by end
    from pin_lists, touched
    where pin_lists.user_id = assigned_pins.user_id and assigned_pins.id = touched.id`.execute(db);
  const before = new Map(
    listed.map(({ at, user_id, id, unit_id, status, changed_by }) => [
      at,
      { user_id, id, unit_id, status, changed_by } as ListedPinBefore,
    ]),
  );
  return pins.map((_, at) => before.get(at));
};
