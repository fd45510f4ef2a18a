// Work that one server of a database does at a time.
import type pg from 'pg';

/** The advisory lock of applying deltas and of writing rollup tables. */
export const deltaLock = 7_203_115;

/**
 * Runs the work on one connection of the pool that holds the advisory lock of this number.
 * @param statement waits for the lock, or tries once
 * @returns undefined where the lock was not to be had
 */
export const withLock = async <T>(
  pool: pg.Pool,
  key: number,
  statement: 'pg_try_advisory_lock' | 'pg_advisory_lock',
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T | undefined> => {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    const { rows } = await client.query(`select ${statement}(${key})::text <> 'false' as held`);
    if (rows[0].held !== true) return undefined;
    try {
      return await work(client);
    } finally {
      await client.query(`select pg_advisory_unlock(${key})`);
    }
  } catch (error) {
    failed = error as Error;
    throw error;
  } finally {
    // A connection that failed is closed, and with it goes the lock.
    client.release(failed);
  }
};
