// `npm run administrators -- add EMAIL [NAME]`, `-- reset-password LOGIN` (decision 7) and
// `-- reset-second-factor LOGIN`; a login is an email or a username.
// Works beside a running server and without one. The password is made here and printed once.
import path from 'node:path';
import { AppError } from '../app-error.ts';
import { ConfigError, readConfig } from '../config.ts';
import { openDatabase } from '../database/connection.ts';
import { constraintError } from '../database/constraint-errors.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { runningEmbeddedUrl } from '../database/embedded-address.ts';
import { migrateLargeDatabase } from '../database/migrate.ts';
import {
  addAdministrator,
  resetPassword,
  resetSecondFactor,
} from '../modules/sign-in/administrators.commands.ts';
import { makePassword } from '../plugins/passwords.ts';

const usage = `Usage:
  npm run administrators -- add EMAIL [NAME]        adds an administrator
  npm run administrators -- reset-password LOGIN    sets a new password for any account
  npm run administrators -- reset-second-factor LOGIN    switches a lost second factor off`;

const actions = ['add', 'reset-password', 'reset-second-factor'];

const main = async ([action, login, name]: string[]) => {
  if (!login || !action || !actions.includes(action)) {
    console.error(usage);
    return 2;
  }
  if (action === 'add' && !/^\S+@\S+\.\S+$/.test(login)) {
    console.error(`"${login}" is not an email address.`);
    return 2;
  }
  const config = readConfig(process.env);
  const home = path.join(config.DATA_DIR, 'postgres');
  const running = config.DATABASE_URL ?? (await runningEmbeddedUrl(home));
  const started = running ? undefined : await startEmbeddedDatabase(home);
  const database = openDatabase({
    url: running ?? (started?.url as string),
    connections: 2,
    timeZone: config.TIME_ZONE,
  });
  try {
    await migrateLargeDatabase(database);
    if (action === 'reset-second-factor') {
      await resetSecondFactor(database.db, login);
      console.log(`${login} signs in without a second factor from now on.`);
      return 0;
    }
    const password = makePassword();
    if (action === 'add') {
      await addAdministrator(database.db, {
        email: login,
        name: name ?? 'Administrator',
        password,
      });
    } else {
      await resetPassword(database.db, { login, password });
    }
    console.log(`${login} signs in with the password ${password} (shown only now)`);
    return 0;
  } finally {
    await database.close();
    await started?.stop();
  }
};

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: Error) => {
    const refusal = constraintError(error) ?? error;
    const isExpected = refusal instanceof AppError || refusal instanceof ConfigError;
    console.error(isExpected ? refusal.message : refusal);
    process.exit(1);
  },
);
