// `npm run administrators -- add EMAIL [NAME]`, `-- reset-password LOGIN` (R7) and
// `-- reset-second-factor LOGIN`; a login is an email or a username.
// Works with and without a running server. The password is generated and printed once.
import { AppError } from '../app-error.ts';
import { ConfigError } from '../config.ts';
import { constraintError } from '../database/constraint-errors.ts';
import { migrateLargeDatabase } from '../database/migrate.ts';
import {
  addAdministrator,
  resetPassword,
  resetSecondFactor,
} from '../modules/sign-in/administrators.commands.ts';
import { makePassword } from '../plugins/passwords.ts';
import { openOperation } from './operation.ts';

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
  const { database, close } = await openOperation();
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
    await close();
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
