// Positions of a circle's pins, as far as reports give them: for the map of the surveyor's page, which works without
// tiles.
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Reader } from '../../database/connection.ts';
import { say } from '../../say.ts';
import { circleNamed, isAssigned } from '../lists/circles.queries.ts';

/**
 * The positions of the newest current report of each pin on the surveyor's list: pin id, latitude, longitude.
 * @throws AppError not-found where the surveyor does not have the circle
 */
export const placesOf = async (
  db: Reader,
  userId: number,
  circle: string,
): Promise<[number, number, number][]> => {
  const { id, name } = await circleNamed(db, circle);
  if (!(await isAssigned(db, { userId, circleId: id }))) {
    throw new AppError('not-found', say('no-circle', { circle: name }));
  }
  const rows = await db
    .selectFrom('assigned_pins')
    .innerJoin('units', 'units.id', 'assigned_pins.unit_id')
    .innerJoin('circles', 'circles.id', 'assigned_pins.circle_id')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('reports')
          .select(['latitude', 'longitude'])
          .whereRef('reports.circle_key', '=', 'circles.key')
          .where(sql<boolean>`reports.pin = units.pin`)
          .where('replaced_by', 'is', null)
          .where(sql<boolean>`(latitude + longitude) is not null`)
          .orderBy('reports.id', 'desc')
          .limit(1)
          .as('made'),
      (join) => join.onTrue(),
    )
    .select(['assigned_pins.id', 'made.latitude', 'made.longitude'])
    .where('assigned_pins.user_id', '=', userId)
    .where('assigned_pins.circle_id', '=', id)
    .orderBy('assigned_pins.id')
    .execute();
  return rows.map((row) => [row.id, row.latitude as number, row.longitude as number]);
};
