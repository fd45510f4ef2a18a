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
import { caughtUp, type Replica } from './replica.ts';
import type { Tables } from './tables.ts';

export interface Snapshot {
  /** Reads of this moment, cancelled when the asker leaves. */
  db: Reader;
  /** The rows of a query in this moment, as `copyOut` gives them: the last question, whose end ends the snapshot. */
  copyOut(query: OperationNodeSource, format: CopyFormat): Readable;
  /** Of a replica: how long it took to have all that the primary had, in seconds. */
  lag?: number;
  /** Gives the connection back, unless rows are being copied. May be called again. */
  end(): void;
}

/**
 * Begins a transaction that sees one moment (repeatable read) on a connection in hand.
 * @param limitMs longest time for a statement, where the pool's own is too long
 * @param signal aborted when nobody waits for the answer any more
 * @throws the signal's reason; then the connection is given back
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
 * Opens a snapshot over a connection for long reads.
 * @param pool the pool of the connection
 * @throws where no connection is to be had; as `beginMoment`
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

/** The same on the replica; undefined where it cannot be used, for whatever reason. */
const openOnReplica = async (
  replica: Replica,
  signal: AbortSignal,
  limitMs: number | undefined,
): Promise<Snapshot | undefined> => {
  const lag = await caughtUp(replica, signal);
  if (lag === undefined) return undefined;
  try {
    const held = await holdConnection(replica.reads, replica.control);
    return { ...(await beginMoment(held, signal, limitMs)), lag };
  } catch {
    // No connection is free, or it is gone since.
    signal.throwIfAborted();
    return undefined;
  }
};

/** Makes an answer of a snapshot, which is ended where that fails. */
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
 * Makes an answer in one moment: on the replica where there is one that keeps up, else on the primary. Where the replica
 * fails before the answer begins (it is gone, or it cancelled a statement to replay a change), the primary makes it.
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
      // What the asker did wrong is wrong on the primary too.
      if (signal.aborted || error instanceof AppError) throw error;
    }
    replica.answered.primary += 1;
  }
  return madeOf(await openSnapshot(database, signal, pool, limitMs), make);
};
