// Whether a typed PIN looks like a PIN of the operation.
import { pinRange, pinShape, pinTwinKey } from '@survey/contract';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { circleNamed } from '../lists/circles.queries.ts';

/** Uploaded PINs that are looked at for their shapes, and most PINs that an answer names. */
const looked = 2000;
const named = 3;

/** PINs of the circle first, then of others: a new circle has none. */
const someUploaded = async (db: Reader, circleId: number): Promise<string[]> => {
  const own = db.selectFrom('units').select('pin').where('circle_id', '=', circleId).limit(looked);
  const any = db.selectFrom('units').select('pin').where('pin', 'is not', null).limit(looked);
  const found = await own.execute();
  const used = found.length > 0 ? found : await any.execute();
  return used.flatMap(({ pin }) => pin ?? []);
};

/** PINs of the circle that end with the same digits as one of these, whatever their case; the key decides. */
const twinsOf = async (db: Reader, circleId: number, pins: string[]): Promise<string[]> => {
  const keys = new Set(pins.map(pinTwinKey));
  const endings = [...keys].map((key) => `%${key.replace(/^\p{L}+/u, '')}`);
  const found = await db
    .selectFrom('units')
    .select('pin')
    .where('circle_id', '=', circleId)
    .where('pin', 'not in', pins)
    .where(
      sql<boolean>`regexp_replace(lower(pin), '[^[:alnum:]]', '', 'g') like any(${endings}::text[])`,
    )
    .orderBy('pin')
    .limit(looked)
    .execute();
  return found.flatMap((unit) => (unit.pin && keys.has(pinTwinKey(unit.pin)) ? [unit.pin] : []));
};

/**
 * Checks a PIN before it is added, or those from `pin` to `last`.
 * @param pattern of the whole PIN, from the operation's settings; without one, the shapes of uploaded PINs count
 * @throws AppError not-found for an unknown circle
 */
export const checkPin = async (
  db: Reader,
  { circle, pin, last }: { circle: string; pin: string; last?: string | undefined },
  pattern: RegExp | undefined,
) => {
  const { id } = await circleNamed(db, circle);
  const uploaded = await someUploaded(db, id);
  const fitting = pattern ? uploaded.filter((one) => pattern.test(one)) : uploaded;
  const shapes = new Set(uploaded.map(pinShape));
  const pins = (last && pinRange(`${pin} - ${last}`)) || [pin];
  const fits = (one: string) =>
    pattern ? pattern.test(one) : shapes.size === 0 || shapes.has(pinShape(one));
  return {
    fits: pins.every(fits),
    examples: fitting.slice(0, named),
    twins: (await twinsOf(db, id, pins)).slice(0, named),
  };
};
