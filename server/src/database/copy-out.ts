// Large answers: COPY from the database to the socket, with back-pressure and without an object for each row.
import { finished, type Readable } from 'node:stream';
import type { OperationNodeSource } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from './connection.ts';
import { inlineValues } from './inline-values.ts';

/**
 * Formats of COPY. `csv`: RFC 4180 with LF as line end. `lines`: a single column unchanged, a line for each
 * row, for values without control characters, such as JSON. `csvWithNull`: CSV with this unquoted text in
 * null cells; empty texts are then empty cells.
 */
const formats = {
  csv: 'format csv',
  lines: String.raw`format csv, quote E'\x01', delimiter E'\x02'`,
} as const;

/** Timestamps without a zone are written as `DD/MM/YYYY HH:mm:ss`, in half the time of to_char. */
const dateStyle = 'SQL, DMY';

const ignore = () => undefined;

/** A connection, the id of its backend process, and a pool of the same server that can cancel its statements. */
export interface HeldConnection {
  client: PoolClient;
  processId: number;
  control: Pool;
}

/** @throws where no connection is to be had */
export const holdConnection = async (pool: Pool, control: Pool): Promise<HeldConnection> => {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      `select pg_backend_pid() as pid, set_config('datestyle', '${dateStyle}', false)`,
    );
    return { client, processId: rows[0]?.pid as number, control };
  } catch (error) {
    client.release(true);
    throw error;
  }
};

/**
 * Ends a query whose reader has gone. A server that sorts does not notice a closed socket, and a cancel request has no
 * effect on a query that has not arrived, so the whole connection ends.
 */
const terminate = async ({ control, processId }: HeldConnection): Promise<void> => {
  try {
    await control.query('select pg_terminate_backend($1)', [processId]);
  } catch {
    // The database is unavailable, and the query has ended with it.
  }
};

/** The statement that COPY runs. */
export const copyStatement = (query: OperationNodeSource, format: CopyFormat): string => {
  const options =
    typeof format === 'string' ? formats[format] : `${formats.csv}, null '${format.csvWithNull}'`;
  return `copy (${inlineValues(query)}) to stdout (${options})`;
};

export type CopyFormat = keyof typeof formats | { csvWithNull: string };

/**
 * The rows of a `copyStatement` as bytes, read over a connection in hand, which is given back at the end. Otherwise
 * as `copyOut`.
 * @param finish what the connection still does after the last row
 */
export const copyOver = (
  held: HeldConnection,
  statement: string,
  finish: (client: PoolClient) => Promise<unknown> = async () => undefined,
): Readable => {
  const { client } = held;
  const rows = client.query(copyTo(statement));
  client.on('error', ignore);
  // After the end, a late error (a connection torn down) has nobody left to tell.
  rows.on('error', ignore);
  finished(rows, { writable: false }, async (error) => {
    if (error) await terminate(held);
    const isFit =
      !error &&
      (await finish(client).then(
        () => true,
        () => false,
      ));
    // A connection whose query did not end is not used again.
    if (isFit) client.off('error', ignore);
    client.release(!isFit);
  });
  return rows;
};

/**
 * The rows of a query as bytes. The reader may stop at any time by `destroy`: the query is cancelled
 * and its connection released. An error of the database is an error of the stream.
 * @param pool the pool of the connection, which is held while the stream is read
 * @throws where no database connection is free
 */
export const copyOut = async (
  database: Database,
  query: OperationNodeSource,
  format: CopyFormat,
  pool = database.longReads,
): Promise<Readable> => {
  const statement = copyStatement(query, format);
  return copyOver(await holdConnection(pool, database.requests), statement);
};
