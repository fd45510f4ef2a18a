// A database of its own for each test file, cloned from the migrated template.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Database, openDatabase } from '../database/connection.ts';

/** Not UTC, so that a forgotten time zone makes a test fail. */
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

const insufficientPrivilege = '42501';

/**
 * Drops a database with its connections. An autovacuum worker belongs to the superuser, whom an ordinary role
 * may not end: it leaves by itself, so the drop is tried again for half a minute.
 */
export const dropDatabase = async (serverUrl: string, name: string): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await onServer(serverUrl, `drop database ${name} with (force)`);
      return;
    } catch (error) {
      const isVacuumed = error instanceof pg.DatabaseError && error.code === insufficientPrivilege;
      if (!isVacuumed || attempt === 150) throw error;
      await sleep(200);
    }
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
      await dropDatabase(serverUrl, name);
    },
  };
};
