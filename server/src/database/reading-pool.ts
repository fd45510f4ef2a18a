// Connections for reads of people: taken through the read lane, and released when the client disconnects.
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { cancelQuery } from './cancel-query.ts';
import type { Lane } from './lane.ts';
import type { PreparingClient, PreparingPool } from './prepared-statements.ts';

/** The caller. Only for reads, because statements are cancelled. */
export interface Asker {
  /** The person in whose name the read waits in the lane. */
  person: number | string;
  /** Aborted, by an `AskerLeft`, when the client has disconnected. */
  signal: AbortSignal;
}

/** The reason of a cancelled read: the client has disconnected. */
export class AskerLeft extends Error {
  constructor() {
    super('the client left before it had its answer');
  }
}

/** Runs a statement to its end, or until the client disconnects. */
export const cancellable = async (
  { query, connection }: Pick<PreparingClient, 'query' | 'connection'>,
  signal: AbortSignal,
  ...statement: [text: string, values: readonly unknown[]]
) => {
  signal.throwIfAborted();
  const running = query(...statement);
  let cancelled: Promise<void> | undefined;
  const cancel = () => {
    cancelled = cancelQuery(connection, running);
  };
  signal.addEventListener('abort', cancel);
  try {
    return await running;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    await cancelled;
  }
};

/** The pool as one asker's Kysely uses it. Its end is nobody's: it is the requests' pool. */
export const readingPool = (
  pool: PreparingPool,
  lane: Lane,
  { person, signal }: Asker,
): PostgresPool => ({
  connect: async () => {
    const leave = await lane.enter(person, signal);
    try {
      const client = await pool.connect();
      const query = (text: string, values: readonly unknown[]) =>
        cancellable(client, signal, text, values);
      return {
        query: query as PostgresPoolClient['query'],
        release: () => {
          client.release();
          leave();
        },
      };
    } catch (error) {
      leave();
      throw error;
    }
  },
  end: async () => undefined,
});
