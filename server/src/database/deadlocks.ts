// Transactions that PostgreSQL broke so that others could go on. One order of locks (lock-order.ts) keeps them from
// happening; where one happens anyway nobody needs to see it.
import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Writer } from './connection.ts';
import { forgetLocks } from './lock-order.ts';

/** Deadlock or serialization failure: nothing was changed, and the same may simply be done again. */
const brokenCodes = ['40P01', '40001'];

/** Whether PostgreSQL broke the transaction, and undid all of it, for the sake of another one. */
export const isBroken = (error: unknown): boolean =>
  brokenCodes.includes((error as { code?: string }).code ?? '');

/** Before a second try, in milliseconds: whoever the first one was broken for goes on meanwhile. */
const othersFirstMs = () => 20 + Math.random() * 30;

/**
 * Runs a whole transaction, which has no effect outside of the database, and runs it again where it was broken.
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
 * The same for the part of a transaction that takes its locks, where what stands before it cannot be done again,
 * because rows came over the network.
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
