// A standby of the database that answers exports and feeds (ADR 105): asked only once it has everything that the primary
// had when the request came, so nobody misses what they have just done.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** A replica that failed is left alone for this many milliseconds: its timeouts are not paid by every request. */
const restMs = 30_000;
/** How often it is asked how far it is, in milliseconds. */
const askEveryMs = 25;
/**
 * Bytes that the primary's position may be ahead without a record between: the header of a new page. The shortest record
 * of a commit is longer.
 */
const pageHeader = 24;

export interface Replica {
  /** Connections for exports and feeds. */
  reads: pg.Pool;
  /** For ending its statements. */
  control: pg.Pool;
  /** Where the primary is now. */
  primary: pg.Pool;
  /** Longest wait for it to catch up, in milliseconds; the primary answers after that. */
  mostLagMs: number;
  restsUntil: number;
  /** For metrics: requests by who answered them, and the last lag in seconds. */
  answered: { replica: number; primary: number };
  lag: number | undefined;
}

/** @param pools as `openDatabase` makes them */
export const openReplica = (
  pools: Pick<Replica, 'reads' | 'control' | 'primary'>,
  mostLagMs: number,
): Replica => ({
  ...pools,
  mostLagMs,
  restsUntil: 0,
  answered: { replica: 0, primary: 0 },
  lag: undefined,
});

/** Leaves the replica alone for a while. */
export const rest = (replica: Replica): void => {
  replica.restsUntil = Date.now() + restMs;
};

/** A place in the log of changes of a cluster. */
interface Position {
  at: string;
  cluster: string;
}

/** Where the primary writes now. */
export const positionNow = async ({ primary }: Replica): Promise<Position> => {
  const { rows } = await primary.query<Position>(
    'select pg_current_wal_insert_lsn()::text as at, system_identifier::text as cluster from pg_control_system()',
  );
  return rows[0] as Position;
};

/**
 * Waits until the replica has replayed the log up to a position.
 * @returns how long that took, in seconds; undefined where it takes too long, or it is no replica of that cluster
 */
export const caughtUp = async (
  client: pg.PoolClient,
  { at, cluster }: Position,
  { mostLagMs }: Replica,
  signal: AbortSignal,
): Promise<number | undefined> => {
  const begin = performance.now();
  for (;;) {
    const { rows } = await client.query<{ is_standby: boolean; is_there: boolean }>(
      `select pg_is_in_recovery() and system_identifier::text = $2 as is_standby,
        pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()) <= ${pageHeader} as is_there
      from pg_control_system()`,
      [at, cluster],
    );
    const passed = performance.now() - begin;
    if (rows[0]?.is_standby !== true) return undefined;
    if (rows[0].is_there) return passed / 1000;
    if (passed > mostLagMs) return undefined;
    await pause(askEveryMs, undefined, { signal });
  }
};
