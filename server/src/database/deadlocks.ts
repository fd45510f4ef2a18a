// Retries transactions that PostgreSQL aborted because of a deadlock. One order of locks (lock-order.ts) prevents
// deadlocks; clients need not see those that happen all the same.
import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Writer } from './connection.ts';
import { forgetLocks } from './lock-order.ts';

/** Deadlock or serialization failure: nothing was changed, and a retry may succeed. */
const brokenCodes = ['40P01', '40001'];

/** Whether PostgreSQL aborted the whole transaction in favour of another one. */
export const isBroken = (error: unknown): boolean =>
  brokenCodes.includes((error as { code?: string }).code ?? '');

/** Pause before a retry, in milliseconds: the other transaction goes on meanwhile. */
const othersFirstMs = () => 20 + Math.random() * 30;

/**
 * Runs a whole transaction, which has no effect outside of the database, and retries it after a deadlock.
 * @param tries in all
 */
export const withRetry = async <Result>(
  transaction: () => Promise<Result>,
  tries = 2,
): Promise<Result> => {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isBroken(error) || left === 0) throw error;
      await pause(othersFirstMs());
    }
  }
};

/**
 * The same for the part of a transaction that takes its locks, where earlier parts cannot be repeated,
 * because their rows came over the network.
 */
export const withRetryFromHere = async <Result>(
  db: Writer,
  part: () => Promise<Result>,
): Promise<Result> => {
  const run = (statement: RawBuilder<unknown>) => statement.execute(db);
  await run(sql`savepoint before_locks`);
  try {
    return await part();
  } catch (error) {
    if (!isBroken(error)) throw error;
    await run(sql`rollback to savepoint before_locks`);
    forgetLocks(db);
    await pause(othersFirstMs());
    return part();
  }
};
