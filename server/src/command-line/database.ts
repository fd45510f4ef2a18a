// `npm run database -- reset-password`: sets a new password of the embedded database; the old one is not needed.
// `npm run database -- run`: runs the embedded PostgreSQL of DATA_DIR without a server, for benches that measure
// the database alone. Prints its address; ends with its standard input.
import { once } from 'node:events';
import path from 'node:path';
import { ConfigError, readConfig } from '../config.ts';
import { resetEmbeddedPassword, startEmbeddedDatabase } from '../database/embedded.ts';
import { embeddedRole, passwordFileOf } from '../database/embedded-address.ts';
import { writePrivately } from '../private-files.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage:
  npm run database -- reset-password    a new password for the embedded database; the server must be stopped
  npm run database -- run               the embedded database alone, until its input ends; prints its address`;

const run = async (home: string): Promise<void> => {
  // Benches begin a measurement after a checkpoint.
  const database = await startEmbeddedDatabase(home, {
    rights: [`grant pg_checkpoint to ${embeddedRole}`],
  });
  console.log(database.url);
  process.stdin.resume();
  await once(process.stdin, 'end');
  await database.stop();
};

const resetPassword = async (home: string): Promise<void> => {
  await resetEmbeddedPassword(home);
  console.log(`${passwordFileOf(home)} has a new password; start the server again.`);
};

const actions: Record<string, (home: string) => Promise<void>> = {
  run,
  'reset-password': resetPassword,
};

const main = async ([name = '', ...others]: string[]): Promise<number> => {
  const action = actions[name];
  if (!action || others.length > 0) {
    console.error(usage);
    return 2;
  }
  writePrivately();
  const { DATABASE_URL, DATA_DIR } = readConfig(process.env);
  if (DATABASE_URL) {
    throw new ConfigError('DATABASE_URL is set: the embedded database is not in use.');
  }
  await action(path.join(DATA_DIR, 'postgres'));
  return 0;
};

runCommand(main(process.argv.slice(2)));
