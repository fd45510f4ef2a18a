import type { Reader } from '../../database/connection.ts';
import { parcelColumns } from '../lists/pins.queries.ts';

/** The row of the parcel list of a report's PIN; null where the PIN is not in it. */
export const parcelOf = async (
  db: Reader,
  { circle_key, pin }: { circle_key: string; pin: string },
) => {
  const found = await db
    .selectFrom('units')
    .innerJoin('circles', 'circles.id', 'units.circle_id')
    .select(parcelColumns)
    .where('circles.key', '=', circle_key)
    .where('units.pin', '=', pin)
    .executeTakeFirst();
  return found ?? null;
};
