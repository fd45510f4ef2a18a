// The lock of a circle precedes every other lock (ADR 38).
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';
import {
  type CircleLock,
  circleLocks,
  circlesToLock,
  noteCircles,
} from '../../database/lock-order.ts';

/**
 * Locks circles in the order of their ids until the end of the transaction, before lists and everything else.
 * Where further users may be assigned pins of them, their versions are raised (mark-surveyed.commands.ts compares
 * them).
 * @returns the ids of those that exist; the others have been deleted
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

/** Locks those of the circles that exist, by the keys of their names (contract `circleKey`). */
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
