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
  /** For asking how far it is, and for ending its statements; its answers are waited for seconds, not hours. */
  control: pg.Pool;
  /** Where the primary is now. */
  primary: pg.Pool;
  /** Longest wait for it to catch up, in milliseconds; the primary answers after that. */
  mostLagMs: number;
  restsUntil: number;
  /** For metrics: requests by who answered them, and the last lag in seconds. */
  answered: { replica: number; primary: number };
  lag: number | undefined;
  /** Why it cannot be used; undefined where it can, or nobody has asked it. */
  trouble: string | undefined;
  /** Takes a sentence for the operator. */
  tell: (sentence: string) => void;
}

/** @param given pools as `openDatabase` makes them, the longest lag, and who tells the operator */
export const openReplica = (
  given: Pick<Replica, 'reads' | 'control' | 'primary' | 'mostLagMs' | 'tell'>,
): Replica => ({
  ...given,
  trouble: undefined,
  restsUntil: 0,
  answered: { replica: 0, primary: 0 },
  lag: undefined,
});

/** A place in the log of changes of a cluster. */
interface Position {
  at: string;
  cluster: string;
}

/** Where the primary writes now. */
const positionNow = async ({ primary }: Replica): Promise<Position> => {
  const { rows } = await primary.query<Position>(
    'select pg_current_wal_insert_lsn()::text as at, system_identifier::text as cluster from pg_control_system()',
  );
  return rows[0] as Position;
};

/**
 * How long the replica took to be at a position, in seconds; undefined where that is too long.
 * @throws where it does not answer, or is none
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

/** Tells the operator once that it cannot be used, and once that it can again. */
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
 * Waits until the replica has all that the primary has now.
 * @returns how long that took, in seconds; undefined where it cannot be used. One that does not answer is not asked again for
 *   a while
 * @throws the signal's reason
 */
export const caughtUp = async (
  replica: Replica,
  signal: AbortSignal,
): Promise<number | undefined> => {
  if (Date.now() < replica.restsUntil) return undefined;
  // Where the primary does not answer, that is no trouble of the replica; who asks is told by the primary's own failure.
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
