import { circleKey } from '@survey/contract';
import { AppError } from '../../app-error.ts';
import type { Reader, Writer } from '../../database/connection.ts';
import type { CircleLock } from '../../database/lock-order.ts';
import { say } from '../../say.ts';
import { lockCircles } from './lock-circles.commands.ts';

export interface Circle {
  id: number;
  /** The first spelling; other spellings mean the same circle. */
  name: string;
}

const noCircle = (name: string): AppError =>
  new AppError('not-found', say('no-circle', { circle: name }));

/**
 * A circle by any spelling of its name.
 * @throws AppError not-found with the name
 */
export const circleNamed = async (db: Reader, name: string): Promise<Circle> => {
  const circle = await db
    .selectFrom('circles')
    .select(['id', 'name'])
    .where('key', '=', circleKey(name))
    .executeTakeFirst();
  if (!circle) throw noCircle(name);
  return circle;
};

/**
 * A circle by any spelling of its name, locked before the lists that are about to change with it.
 * @throws AppError not-found with the name
 */
export const circleToChange = async (
  db: Writer,
  name: string,
  lock: CircleLock,
): Promise<Circle> => {
  const circle = await circleNamed(db, name);
  const [found] = await lockCircles(db, [circle.id], lock);
  if (found === undefined) throw noCircle(name);
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
