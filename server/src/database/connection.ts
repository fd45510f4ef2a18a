// The way to the database: pools, types, and the two kinds of access that functions ask for.
import { type Kysely as Db, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

/** What a command needs: it cannot be called outside a transaction. */
export type Writer = Transaction<Tables>;

/** What a query needs: it cannot write. */
export type Reader = Pick<Db<Tables>, 'selectFrom'>;

export interface Database {
  db: Kysely<Tables>;
  /** For exports and other long reads, so that they never take the requests' connections. */
  longReads: pg.Pool;
  /** For spreadsheet uploads: COPY needs a connection in hand, and merging takes longer than a request's statement may. */
  uploads: pg.Pool;
  close(): Promise<void>;
}

const bigint = 20;
// Ids and counts stay far below 2^53.
pg.types.setTypeParser(bigint, Number);

/** How long a request's statement may run, and a long read's, in milliseconds. */
const statementLimitMs = 30_000;
const longReadLimitMs = 4 * 3600 * 1000;
const uploadLimitMs = 15 * 60 * 1000;
/** Uploads at work at once; more wait their turn, for so many milliseconds. */
const uploadConnections = 3;
const uploadWaitMs = 60_000;

export interface ConnectionSettings {
  url: string;
  /** Connections for requests; long reads have half as many of their own. */
  connections: number;
  /** The operation's time zone: every session's, so that SQL writes and groups days as the operation does. */
  timeZone: string;
}

/** Opens the pools. Nothing is connected until the first query. */
export const openDatabase = ({ url, connections, timeZone }: ConnectionSettings): Database => {
  const pool = (max: number, limitMs: number, waitMs = 10_000) => {
    const made = new pg.Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: waitMs,
      options: `-c timezone=${timeZone} -c statement_timeout=${limitMs}`,
    });
    // A connection lost while idle is replaced at the next query; one lost while in use fails its query.
    // Beyond that nobody has to know, and without a listener the process would end.
    made.on('error', () => undefined);
    made.on('connect', (client) => client.on('error', () => undefined));
    return made;
  };
  const requests = pool(connections, statementLimitMs);
  const longReads = pool(Math.max(2, Math.ceil(connections / 2)), longReadLimitMs);
  const uploads = pool(uploadConnections, uploadLimitMs, uploadWaitMs);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: requests }) });
  return {
    db,
    longReads,
    uploads,
    close: async () => {
      await Promise.all([db.destroy(), longReads.end(), uploads.end()]);
    },
  };
};
