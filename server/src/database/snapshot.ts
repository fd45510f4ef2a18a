// Several questions about one moment: how many rows there are, and then the rows themselves.
import type { Readable } from 'node:stream';
import { Kysely, type OperationNodeSource, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Database, Reader } from './connection.ts';
import { type CopyFormat, copyOver, copyStatement, holdConnection } from './copy-out.ts';
import { cancellable } from './reading-pool.ts';
import type { Tables } from './tables.ts';

export interface Snapshot {
  /** Reads of this moment, cancelled when the asker leaves. */
  db: Reader;
  /** The rows of a query in this moment, as `copyOut` gives them: the last question, whose end ends the snapshot. */
  copyOut(query: OperationNodeSource, format: CopyFormat): Readable;
  /** Gives the connection back, unless rows are being copied. May be called again. */
  end(): void;
}

/**
 * Opens a transaction that sees one moment (repeatable read), over a connection for long reads.
 * @param pool the pool of the connection
 * @param limitMs longest time for a statement, where the pool's own is too long
 * @param signal aborted when nobody waits for the answer any more
 * @throws where no connection is to be had; the signal's reason
 */
export const openSnapshot = async (
  database: Database,
  signal: AbortSignal,
  pool = database.longReads,
  limitMs?: number,
): Promise<Snapshot> => {
  signal.throwIfAborted();
  const held = await holdConnection(pool);
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
      return copyOver(held, database, statement, () => client.query('commit'));
    },
    end,
  };
};
