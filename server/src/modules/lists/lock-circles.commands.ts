// The lock of a circle precedes every other lock (ADR 38).
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';
import {
  type CircleLock,
  circleLocks,
  circlesToLock,
  noteCircles,
  noteUnitSets,
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
  if (lock === 'new holders' || lock === 'units removed') {
    await sql`update circles set version = version + 1 where id = any(${found}::bigint[])`.execute(
      db,
    );
  }
  const gone = new Set(wanted.filter((id) => !found.includes(id)));
  return ids.filter((id) => !gone.has(id));
};

/** Of all advisory locks with two numbers the first; the second is a circle's group. */
const unitSetLock = 4_871_003;
/** Circles share a fixed number of locks: a sheet may name more circles than PostgreSQL has room for locks. */
const groups = 64;

/**
 * Keeps everybody else from adding units to these circles until the end of the transaction, before circles are locked.
 * No lock of the circles themselves: an upload would have to raise it at its end, while others wait in the queue.
 * @param mode `together` for single units by hand, which their index keeps apart; `alone` for an upload
 */
export const lockUnitsOf = async (
  db: Writer,
  circleIds: readonly number[],
  mode: 'together' | 'alone',
): Promise<void> => {
  noteUnitSets(db, circleIds);
  const lock = sql.raw(mode === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await sql`
    select ${lock}(${unitSetLock}::int, of_circles) from (
      select distinct (id % ${groups})::int as of_circles from unnest(${circleIds}::bigint[]) as id
      order by of_circles
    ) as in_order`.execute(db);
};

/** The ids of those of the circles that are there, by the keys of their names (contract `circleKey`). */
export const circlesOfKeys = async (db: Writer, keys: readonly string[]): Promise<number[]> => {
  const circles = await db
    .selectFrom('circles')
    .select('id')
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute();
  return circles.map(({ id }) => id);
};

/** Locks those of the circles that are there, by the keys of their names (contract `circleKey`). */
export const lockCirclesOfKeys = async (
  db: Writer,
  keys: readonly string[],
  lock: CircleLock,
): Promise<number[]> => lockCircles(db, await circlesOfKeys(db, keys), lock);
