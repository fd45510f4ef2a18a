// A standby of the database that answers exports and feeds (ADR 105). It is read only after it has replayed everything
// that the primary had when the request came, so that people always find what they have just changed.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Milliseconds for which a replica that failed is not asked, so that requests do not wait for its timeouts. */
const restMs = 30_000;
/** Interval of asking how far the replica has replayed, in milliseconds. */
const askEveryMs = 25;
/**
 * Bytes by which the primary may be ahead although no record is missing: the header of a new page of the log. The
 * shortest record of a commit is longer.
 */
const pageHeader = 24;

export interface Replica {
  /** Connections for exports and feeds. */
  reads: pg.Pool;
  /** For asking how far it has replayed, and for cancelling its statements. Its query timeout is seconds, not hours. */
  control: pg.Pool;
  /** Connections to the primary, for its present position. */
  primary: pg.Pool;
  /** Longest wait until it has caught up, in milliseconds; after that the primary answers. */
  mostLagMs: number;
  restsUntil: number;
  /** For metrics: number of requests that replica and primary answered, and the last lag in seconds. */
  answered: { replica: number; primary: number };
  lag: number | undefined;
  /** Why the replica cannot be used; undefined where it can, or was not asked yet. */
  trouble: string | undefined;
  /** Logs a sentence for the operator. */
  tell: (sentence: string) => void;
}

/** @param given pools of `openDatabase`, the longest lag, and the function that logs for the operator */
export const openReplica = (
  given: Pick<Replica, 'reads' | 'control' | 'primary' | 'mostLagMs' | 'tell'>,
): Replica => ({
  ...given,
  trouble: undefined,
  restsUntil: 0,
  answered: { replica: 0, primary: 0 },
  lag: undefined,
});

/** A position in the write-ahead log of a cluster. */
interface Position {
  at: string;
  cluster: string;
}

/** The position at which the primary writes now. */
const positionNow = async ({ primary }: Replica): Promise<Position> => {
  const { rows } = await primary.query<Position>(
    'select pg_current_wal_insert_lsn()::text as at, system_identifier::text as cluster from pg_control_system()',
  );
  return rows[0] as Position;
};

/**
 * Waits until the replica has replayed a position, and returns the seconds that this took; undefined after `mostLagMs`.
 * @throws where it does not answer, or is not a standby of this database
 */
const catchUp = async (
  replica: Replica,
  { at, cluster }: Position,
  signal: AbortSignal,
): Promise<number | undefined> => {
  const begin = performance.now();
  for (;;) {
    const { rows } = await replica.control.query<{ is_standby: boolean; is_there: boolean }>(
      `select pg_is_in_recovery() and system_identifier::text = $2 as is_standby,
        pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()) <= ${pageHeader} as is_there
      from pg_control_system()`,
      [at, cluster],
    );
    const passed = performance.now() - begin;
    if (rows[0]?.is_standby !== true) throw new Error('it is no standby of this database');
    if (rows[0].is_there) return passed / 1000;
    if (passed > replica.mostLagMs) return undefined;
    await pause(askEveryMs, undefined, { signal });
  }
};

/** Logs once that the replica cannot be used, and once that it can be used again. */
const noteTrouble = (replica: Replica, trouble: string | undefined): void => {
  const hadTrouble = replica.trouble !== undefined;
  replica.trouble = trouble;
  if (hadTrouble === (trouble !== undefined)) return;
  replica.tell(
    trouble === undefined
      ? 'The replica answers exports and feeds again.'
      : `The replica cannot be used, so the primary answers exports and feeds: ${trouble}`,
  );
};

/**
 * Waits until the replica has everything that the primary has now.
 * @returns the seconds that this took; undefined where the replica cannot be used. One that fails is not asked again
 * for a while
 * @throws the signal's reason
 */
export const waitForReplica = async (
  replica: Replica,
  signal: AbortSignal,
): Promise<number | undefined> => {
  if (Date.now() < replica.restsUntil) return undefined;
  // Where the primary does not answer, the replica is not at fault; the caller then gets the primary's error.
  const position = await positionNow(replica).catch(() => undefined);
  if (!position) return undefined;
  try {
    const lag = await catchUp(replica, position, signal);
    replica.lag = lag ?? replica.mostLagMs / 1000;
    noteTrouble(replica, undefined);
    return lag;
  } catch (error) {
    signal.throwIfAborted();
    replica.restsUntil = Date.now() + restMs;
    noteTrouble(replica, (error as Error).message);
    return undefined;
  }
};
