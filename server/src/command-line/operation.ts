import path from 'node:path';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { hasCluster } from '../database/cluster.ts';
import { type Database, openDatabase } from '../database/connection.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { runningEmbeddedUrl } from '../database/embedded-address.ts';
import { operationState, settleTimeZone } from '../database/operation-state.ts';
import { closeDataDir, writePrivately } from '../private-files.ts';

interface Operation {
  config: Config;
  url: string;
  database: Database;
  close: () => Promise<void>;
}

interface OpenLimits {
  connections: number;
  querySeconds?: number;
  /** Whether a new database may be created. */
  mayBeNew?: boolean;
  /** Time zone that the operation gets with this command. */
  newZone?: string;
}

/**
 * The database and settings of the operation, for a command with or without a running server: the database of
 * `DATABASE_URL`, the embedded one of the running server, or the embedded one started for this command.
 * @throws ConfigError where a setting is wrong, or there is no operation
 */
export const openOperation = async (
  { mayBeNew = false, newZone, ...limits }: OpenLimits = { connections: 2 },
): Promise<Operation> => {
  const settings = readConfig(process.env);
  writePrivately();
  await closeDataDir(settings.DATA_DIR);
  const home = path.join(settings.DATA_DIR, 'postgres');
  const running = settings.DATABASE_URL ?? (await runningEmbeddedUrl(home));
  if (!running && !mayBeNew && !(await hasCluster(home))) {
    throw new ConfigError(
      `There is no operation in DATA_DIR (${settings.DATA_DIR}): set DATA_DIR or DATABASE_URL as the server has it.`,
    );
  }
  const started = running ? undefined : await startEmbeddedDatabase(home);
  const url = running ?? (started?.url as string);
  try {
    const state = await operationState(url);
    if (!state.isThere && !mayBeNew) {
      throw new ConfigError(
        'There is no operation in this database: set DATABASE_URL or DATA_DIR as the server has it.',
      );
    }
    const config = { ...settings, TIME_ZONE: newZone ?? settleTimeZone(state, settings.TIME_ZONE) };
    const database = openDatabase({ ...limits, url, timeZone: config.TIME_ZONE });
    const close = async () => {
      await database.close();
      await started?.stop();
    };
    return { config, url, database, close };
  } catch (error) {
    await started?.stop();
    throw error;
  }
};
