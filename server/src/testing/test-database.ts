// A database of its own for each test file, cloned from the migrated template.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Database, openDatabase } from '../database/connection.ts';

/** Not UTC, so that a forgotten time zone shows. */
export const testTimeZone = 'Asia/Karachi';

/** Runs one statement on the server's own database. */
export const onServer = async (serverUrl: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

export interface TestDatabase extends Database {
  url: string;
  drop(): Promise<void>;
}

/** Clones the template. */
export const cloneDatabase = async (serverUrl: string, template: string): Promise<TestDatabase> => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(serverUrl, `create database ${name} template ${template}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  const database = openDatabase({ url: url.href, connections: 10, timeZone: testTimeZone });
  return {
    ...database,
    url: url.href,
    drop: async () => {
      await database.close();
      await onServer(serverUrl, `drop database ${name} with (force)`);
    },
  };
};
