import type { DevicePin } from '@survey/contract';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import { isOfThisLife } from '../pins/list-lives.commands.ts';

const listVersion = async (db: Reader, userId: number): Promise<number> => {
  const list = await db
    .selectFrom('pin_lists')
    .select('version')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return list?.version ?? 0;
};

const circlesOf = async (db: Reader, userId: number): Promise<string[]> => {
  const circles = await db
    .selectFrom('circle_assignments')
    .innerJoin('circles', 'circles.id', 'circle_assignments.circle_id')
    .select('circles.name')
    .where('circle_assignments.user_id', '=', userId)
    .orderBy('circles.key')
    .execute();
  return circles.map(({ name }) => name);
};

/** A pin waits on this list only while it is NotUsed; the same unit may be USED on another one. */
const isSentBack = sql<boolean>`status = 0 and exists (
  select from reports
  where circle_key = circles.key and reports.pin = units.pin
    and replaced_by is null and resubmission = 1
)`;

const changedPins = (db: Reader, userId: number, since: number): Promise<DevicePin[]> =>
  db
    .selectFrom('assigned_pins')
    .innerJoin('units', 'units.id', 'assigned_pins.unit_id')
    .innerJoin('circles', 'circles.id', 'assigned_pins.circle_id')
    .select([
      'assigned_pins.id',
      'circles.name as circle',
      sql<string>`units.pin`.as('pin'),
      'units.ratingarea',
      'units.locality as Locality',
      'units.block as Block',
      'units.street_address as Street_Address',
      'units.owner_name as OwnerName',
      'units.road as Road',
      'assigned_pins.status',
      isSentBack.as('sent_back'),
    ])
    .where('assigned_pins.user_id', '=', userId)
    .where('assigned_pins.version', '>', since)
    .orderBy('circles.key')
    .orderBy('units.pin')
    .execute();

const removedPins = async (db: Reader, userId: number, since: number): Promise<number[]> => {
  const removed = await db
    .selectFrom('removed_pins')
    .select('assigned_pin_id')
    .where('user_id', '=', userId)
    .where('version', '>', since)
    .orderBy('version')
    .execute();
  return removed.map(({ assigned_pin_id }) => assigned_pin_id);
};

/**
 * A user's list: whole, or what changed since a cursor of an earlier answer. Read from one snapshot: the
 * version and the rows that carry it appear together, so the next cursor misses nothing.
 */
export const listFor = (db: Kysely<Tables>, userId: number, cursor = 0) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const version = await listVersion(snapshot, userId);
      const since = isOfThisLife(cursor, version) ? cursor : 0;
      const isWhole = since === 0;
      const circles = await circlesOf(snapshot, userId);
      const isUnchanged = !isWhole && since === version;
      return {
        circles,
        pins: isUnchanged ? [] : await changedPins(snapshot, userId, since),
        removed: isWhole || isUnchanged ? [] : await removedPins(snapshot, userId, since),
        cursor: version,
        is_whole: isWhole,
      };
    });
