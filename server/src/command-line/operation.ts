import path from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { type Database, openDatabase } from '../database/connection.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { runningEmbeddedUrl } from '../database/embedded-address.ts';

interface Operation {
  config: Config;
  url: string;
  database: Database;
  close: () => Promise<void>;
}

/**
 * The operation that the settings name, for a command beside a running server or without one: the database of
 * `DATABASE_URL`, the embedded one of the running server, or the embedded one started for this.
 * Fails with a ConfigError where a setting is wrong.
 */
export const openOperation = async (
  limits: { connections: number; querySeconds?: number } = { connections: 2 },
): Promise<Operation> => {
  const config = readConfig(process.env);
  const home = path.join(config.DATA_DIR, 'postgres');
  const running = config.DATABASE_URL ?? (await runningEmbeddedUrl(home));
  const started = running ? undefined : await startEmbeddedDatabase(home);
  const url = running ?? (started?.url as string);
  const database = openDatabase({ ...limits, url, timeZone: config.TIME_ZONE });
  const close = async () => {
    await database.close();
    await started?.stop();
  };
  return { config, url, database, close };
};
