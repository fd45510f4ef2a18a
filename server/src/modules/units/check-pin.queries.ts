// Whether a typed PIN looks like a PIN of the operation.
import { pinShape, pinTwinKey } from '@survey/contract';
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

/** PINs of the circle that end with the same digits, whatever their case; the key decides. */
const twinsOf = async (db: Reader, circleId: number, pin: string): Promise<string[]> => {
  const key = pinTwinKey(pin);
  const found = await db
    .selectFrom('units')
    .select('pin')
    .where('circle_id', '=', circleId)
    .where('pin', '<>', pin)
    .where(
      sql<boolean>`regexp_replace(lower(pin), '[^[:alnum:]]', '', 'g') like ${`%${key.replace(/^\p{L}+/u, '')}`}`,
    )
    .orderBy('pin')
    .limit(looked)
    .execute();
  return found.flatMap((unit) => (unit.pin && pinTwinKey(unit.pin) === key ? [unit.pin] : []));
};

/**
 * Checks a PIN before it is added.
 * @param pattern of the whole PIN, from the operation's settings; without one, the shapes of uploaded PINs count
 * @throws AppError not-found for an unknown circle
 */
export const checkPin = async (
  db: Reader,
  { circle, pin }: { circle: string; pin: string },
  pattern: RegExp | undefined,
) => {
  const { id } = await circleNamed(db, circle);
  const uploaded = await someUploaded(db, id);
  const fitting = pattern ? uploaded.filter((one) => pattern.test(one)) : uploaded;
  const isOfShape = () =>
    uploaded.length === 0 || uploaded.some((one) => pinShape(one) === pinShape(pin));
  return {
    fits: pattern ? pattern.test(pin) : isOfShape(),
    examples: fitting.slice(0, named),
    twins: (await twinsOf(db, id, pin)).slice(0, named),
  };
};
