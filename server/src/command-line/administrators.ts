// `npm run administrators -- add EMAIL [NAME]` and `-- reset-password EMAIL_OR_USERNAME` (decision 7).
// Works beside a running server and without one. The password is made here and printed once.
import path from 'node:path';
import { AppError } from '../app-error.ts';
import { ConfigError, readConfig } from '../config.ts';
import { openDatabase } from '../database/connection.ts';
import { constraintError } from '../database/constraint-errors.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { runningEmbeddedUrl } from '../database/embedded-address.ts';
import { migrate } from '../database/migrate.ts';
import { addAdministrator, resetPassword } from '../modules/sign-in/sign-in.commands.ts';
import { makePassword } from '../plugins/passwords.ts';

const usage = `Usage:
  npm run administrators -- add EMAIL [NAME]        adds an administrator
  npm run administrators -- reset-password LOGIN    sets a new password for any account`;

const main = async ([action, login, name]: string[]) => {
  if (!login || (action !== 'add' && action !== 'reset-password')) {
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
    await migrate(database.db);
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
