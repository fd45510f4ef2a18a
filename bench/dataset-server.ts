// The product on a loaded dataset, and the database beside it for the limits.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { Dataset } from './figures.ts';
import { connect } from './import-bare.ts';
import { type RunningServer, startDatabase, startServerOn } from './server-process.ts';

export interface OpenDataset {
  server: RunningServer;
  client: pg.Client;
  /** Of the process that started PostgreSQL. */
  databasePid: number;
  /** Its size in words. */
  words: string;
  close(): Promise<void>;
}

/**
 * Starts database and server on the dataset of `npm run bench:load`.
 * @throws where it was not loaded completely
 */
export const openDataset = async (
  { reports, dataDir }: Dataset,
  settings: NodeJS.ProcessEnv = {},
): Promise<OpenDataset> => {
  const toLoad = `npm run bench:load -- --reports ${reports} --data-dir ${dataDir}`;
  if (!existsSync(path.join(dataDir, 'bench-photos.json'))) throw new Error(`First: ${toLoad}`);
  const database = await startDatabase(dataDir);
  const client = await connect(database.url);
  const { rows } = await client.query<{ reports: number; is_done: boolean }>(
    "select reports, exists (select from bench.done where mark = 'all') as is_done from bench.run",
  );
  const run = rows[0];
  if (run?.reports !== reports || !run.is_done) {
    await client.end();
    await database.stop();
    throw new Error(`First: ${toLoad}`);
  }
  const server = await startServerOn({ dataDir, databaseUrl: database.url }, settings);
  const { rows: sizes } = await client.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  return {
    server,
    client,
    databasePid: database.pid,
    words: `${reports.toLocaleString('en')} reports, database of ${sizes[0]?.size}`,
    close: async () => {
      await client.end();
      await server.stop();
      await database.stop();
    },
  };
};
