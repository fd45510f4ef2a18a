import { circleKey } from '@survey/contract';
import { AppError } from '../../app-error.ts';
import type { Reader, Writer } from '../../database/connection.ts';

export interface Circle {
  id: number;
  /** As first written; other spellings mean the same circle. */
  name: string;
}

/**
 * A circle by any spelling of its name.
 * @throws AppError not-found that names it
 */
export const circleNamed = async (db: Reader, name: string): Promise<Circle> => {
  const circle = await db
    .selectFrom('circles')
    .select(['id', 'name'])
    .where('key', '=', circleKey(name))
    .executeTakeFirst();
  if (!circle) throw new AppError('not-found', `There is no circle "${name}".`);
  return circle;
};

/**
 * A circle that is about to be given to users, by any spelling of its name. Waits for an upload that changes
 * its units; to be asked before lists are locked, because that upload locks them after the circle.
 * @throws AppError not-found that names it
 */
export const circleToGive = async (db: Writer, name: string): Promise<Circle> => {
  const circle = await circleNamed(db, name);
  await db.selectFrom('circles').select('id').where('id', '=', circle.id).forKeyShare().execute();
  return circle;
};

/** The names of all circles, by name. */
export const allCircleNames = async (db: Reader): Promise<string[]> => {
  const circles = await db.selectFrom('circles').select('name').orderBy('key').execute();
  return circles.map(({ name }) => name);
};

/** The names of the circles that a user has, by name. */
export const circleNamesOf = async (db: Reader, userId: number): Promise<string[]> => {
  const circles = await db
    .selectFrom('circle_assignments')
    .innerJoin('circles', 'circles.id', 'circle_assignments.circle_id')
    .select('name')
    .where('user_id', '=', userId)
    .orderBy('key')
    .execute();
  return circles.map(({ name }) => name);
};

/** Whether the user has the circle. */
export const isAssigned = async (
  db: Reader,
  { userId, circleId }: { userId: number; circleId: number },
): Promise<boolean> => {
  const found = await db
    .selectFrom('circle_assignments')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('circle_id', '=', circleId)
    .executeTakeFirst();
  return found !== undefined;
};
