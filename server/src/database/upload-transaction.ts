// One transaction in which rows are loaded by COPY and then processed by statements.
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { from as copyFrom } from 'pg-copy-streams';
import type { Actor } from './audit.ts';
import type { Database, Writer } from './connection.ts';
import type { Tables } from './tables.ts';

/** Loads lines of COPY's text format, as fast as the database takes them. */
export type CopyIn = (statement: string, lines: AsyncIterable<string>) => Promise<void>;

/** Bytes sent at once: many small pieces would wake the database for each of them. */
const pieceCharacters = 64 * 1024;

async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const some of lines) {
    piece += some;
    if (piece.length < pieceCharacters) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/**
 * Runs `work` in one transaction on a connection for uploads. What it throws, and whatever cuts the
 * lines off, rolls everything back.
 */
export const uploadTransaction = async <T>(
  { uploads, uploadLane }: Pick<Database, 'uploads' | 'uploadLane'>,
  { id, address }: Actor,
  work: (db: Writer, copyIn: CopyIn) => Promise<T>,
): Promise<T> => {
  const leave = await uploadLane.enter(id ?? address);
  try {
    const client = await uploads.connect();
    const pool = { connect: async () => client, end: async () => undefined };
    // Releases the client at the end of the transaction.
    return await new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
      .transaction()
      .execute((db) =>
        work(db, (statement, lines) =>
          pipeline(inPieces(lines), client.query(copyFrom(statement))),
        ),
      );
  } finally {
    leave();
  }
};
