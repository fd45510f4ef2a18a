// Several questions about one moment: how many rows there are, and then the rows themselves.
import type { Readable } from 'node:stream';
import { Kysely, type OperationNodeSource, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { AppError } from '../app-error.ts';
import type { Database, Reader } from './connection.ts';
import {
  type CopyFormat,
  copyOver,
  copyStatement,
  type HeldConnection,
  holdConnection,
} from './copy-out.ts';
import { cancellable } from './reading-pool.ts';
import { type Replica, waitForReplica } from './replica.ts';
import type { Tables } from './tables.ts';

export interface Snapshot {
  /** Reads of this moment, cancelled when the asker leaves. */
  db: Reader;
  /** The rows of a query in this moment, as `copyOut` gives them: the last question, whose end ends the snapshot. */
  copyOut(query: OperationNodeSource, format: CopyFormat): Readable;
  /** With a replica: the seconds that it took to catch up with the primary. */
  lag?: number;
  /** Gives the connection back, unless rows are being copied. May be called again. */
  end(): void;
}

/**
 * Begins a transaction (repeatable read) on a given connection.
 * @param limitMs longest time of a statement, where it must be shorter than the pool's
 * @param signal aborted when nobody waits for the answer any more
 * @throws the signal's reason, after the connection was released
 */
const beginMoment = async (
  held: HeldConnection,
  signal: AbortSignal,
  limitMs: number | undefined,
): Promise<Snapshot> => {
  const { client } = held;
  let isHeld = true;
  const end = () => {
    if (!isHeld) return;
    isHeld = false;
    client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
  };
  const connection = { query: client.query.bind(client), connection: client };
  const query = (text: string, values: readonly unknown[]) =>
    cancellable(connection as never, signal, text, values);
  const wrapped = { query: query as PostgresPoolClient['query'], release: () => undefined };
  try {
    await client.query('begin isolation level repeatable read read only');
    if (limitMs !== undefined) await client.query(`set local statement_timeout = ${limitMs}`);
    signal.throwIfAborted();
  } catch (error) {
    end();
    throw error;
  }
  return {
    db: new Kysely<Tables>({
      dialect: new PostgresDialect({
        pool: { connect: async () => wrapped, end: async () => undefined },
      }),
    }),
    copyOut: (rows, format) => {
      if (!isHeld) throw new Error('the snapshot has ended');
      const statement = copyStatement(rows, format);
      isHeld = false;
      return copyOver(held, statement, () => client.query('commit'));
    },
    end,
  };
};

/**
 * Opens a snapshot on a connection for long reads.
 * @param pool the pool of the connection
 * @throws where no connection is free; as `beginMoment`
 */
export const openSnapshot = async (
  database: Database,
  signal: AbortSignal,
  pool = database.longReads,
  limitMs?: number,
): Promise<Snapshot> => {
  signal.throwIfAborted();
  return beginMoment(await holdConnection(pool, database.requests), signal, limitMs);
};

/** Opens a snapshot on the replica; undefined where that is not possible. */
const openOnReplica = async (
  replica: Replica,
  signal: AbortSignal,
  limitMs: number | undefined,
): Promise<Snapshot | undefined> => {
  const lag = await waitForReplica(replica, signal);
  if (lag === undefined) return undefined;
  try {
    const held = await holdConnection(replica.reads, replica.control);
    return { ...(await beginMoment(held, signal, limitMs)), lag };
  } catch {
    // No connection is free, or the replica was lost meanwhile.
    signal.throwIfAborted();
    return undefined;
  }
};

/** Makes an answer from a snapshot, which is ended if that fails. */
const madeOf = async <T>(
  snapshot: Snapshot,
  make: (snapshot: Snapshot) => Promise<T>,
): Promise<{ snapshot: Snapshot; made: T }> => {
  try {
    return { snapshot, made: await make(snapshot) };
  } catch (error) {
    snapshot.end();
    throw error;
  }
};

/**
 * Makes an answer from one snapshot: on a replica that keeps up, otherwise on the primary. Where the replica fails
 * before the answer begins (it is lost, or cancelled a statement to replay a change), the primary makes the answer.
 * @param pool of the primary
 * @throws as `openSnapshot`, and what `make` throws
 */
export const inMoment = async <T>(
  database: Database,
  { signal, pool, limitMs }: { signal: AbortSignal; pool: pg.Pool; limitMs?: number },
  make: (snapshot: Snapshot) => Promise<T>,
): Promise<{ snapshot: Snapshot; made: T }> => {
  const { replica } = database;
  if (replica) {
    signal.throwIfAborted();
    const snapshot = await openOnReplica(replica, signal, limitMs);
    try {
      if (snapshot) {
        const answer = await madeOf(snapshot, make);
        replica.answered.replica += 1;
        return answer;
      }
    } catch (error) {
      // An error of the request would come from the primary too.
      if (signal.aborted || error instanceof AppError) throw error;
    }
    replica.answered.primary += 1;
  }
  return madeOf(await openSnapshot(database, signal, pool, limitMs), make);
};
