// The lock of a circle comes before every other lock (ADR 38).
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';
import {
  type CircleLock,
  circleLocks,
  circlesToLock,
  noteCircles,
} from '../../database/lock-order.ts';

/**
 * Locks circles in the order of their ids until the end of the transaction; before lists and everything else.
 * Where others than now may get pins of it their versions are raised (pins/visits.commands.ts looks at them).
 * @returns the ids of those that are there; the others have been deleted
 */
export const lockCircles = async (
  db: Writer,
  ids: readonly number[],
  lock: CircleLock,
): Promise<number[]> => {
  const wanted = circlesToLock(db, ids, lock);
  if (wanted.length === 0) return [...ids];
  const { rows } = await sql<{ id: number }>`
    select id from circles where id = any(${wanted}::bigint[])
    order by id ${sql.raw(circleLocks[lock])}`.execute(db);
  const found = rows.map(({ id }) => id);
  noteCircles(db, found, lock);
  if (lock === 'new holders' || lock === 'new units') {
    await sql`update circles set version = version + 1 where id = any(${found}::bigint[])`.execute(
      db,
    );
  }
  const gone = new Set(wanted.filter((id) => !found.includes(id)));
  return ids.filter((id) => !gone.has(id));
};

/** Locks those of the circles that are there, by the keys of their names (contract `circleKey`). */
export const lockCirclesOfKeys = async (
  db: Writer,
  keys: readonly string[],
  lock: CircleLock,
): Promise<number[]> => {
  const circles = await db
    .selectFrom('circles')
    .select('id')
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute();
  return lockCircles(
    db,
    circles.map(({ id }) => id),
    lock,
  );
};
