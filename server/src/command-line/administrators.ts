// `npm run administrators -- list | add EMAIL [NAME] | block LOGIN | unblock LOGIN | remove LOGIN |
// reset-password LOGIN | reset-second-factor LOGIN | forget USERNAME` (R7); a login is an email or a username.
// Works with and without a running server. A password is generated and printed once.
import { newAdministrator } from '@survey/contract';
import type { Kysely } from 'kysely';
import { AppError } from '../app-error.ts';
import { operator } from '../database/audit.ts';
import { constraintError } from '../database/constraint-errors.ts';
import { migrateLargeDatabase } from '../database/migrate.ts';
import type { Tables } from '../database/tables.ts';
import {
  addAdministrator,
  changeAdministratorStatus,
  removeAdministrator,
} from '../modules/sign-in/administrators.commands.ts';
import { allAdministrators } from '../modules/sign-in/administrators.queries.ts';
import {
  accountNamed,
  resetPassword,
  resetSecondFactor,
} from '../modules/sign-in/resets.commands.ts';
import { forgetPerson } from '../modules/users/forget-person.commands.ts';
import { makePassword } from '../plugins/passwords.ts';
import { openOperation } from './operation.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage:
  npm run administrators -- list                    who there is, last seen, second factor
  npm run administrators -- add EMAIL [NAME]        adds an administrator
  npm run administrators -- block LOGIN             ends an administrator's sessions and refuses sign-in
  npm run administrators -- unblock LOGIN           allows sign-in again
  npm run administrators -- remove LOGIN            removes an administrator; the last active one stays
  npm run administrators -- reset-password LOGIN    sets a new password for any account, lifts its limits
  npm run administrators -- reset-second-factor LOGIN    switches a lost second factor off
  npm run administrators -- forget USERNAME         erases a deleted user's name, email, CNIC, phone from Activity`;

type Db = Kysely<Tables>;

const withPassword = (login: string, password: string, isAdministrator: boolean): string =>
  `${login} signs in with the password ${password} (shown only now${
    isAdministrator ? ', to be changed at the first sign-in' : ''
  })`;

const list = async (db: Db): Promise<string> => {
  const all = await allAdministrators(db, null);
  const lines = all.map(({ email, name, status, last_seen, second_factor }) =>
    [
      email,
      name,
      status ? 'active' : 'blocked',
      `last seen ${last_seen ?? 'never'}`,
      `second factor ${second_factor ? 'on' : 'off'}`,
    ].join('  '),
  );
  return lines.join('\n');
};

const changeStatus = async (db: Db, login: string, status: boolean): Promise<string> => {
  const { id } = await accountNamed(db, login);
  return (await changeAdministratorStatus(db, operator, { user_id: id, status })).message;
};

/** What each command does, and what it prints. */
const commands: Record<string, (db: Db, login: string, name?: string) => Promise<string>> = {
  list,
  add: async (db, email, name = 'Administrator') => {
    const password = makePassword();
    const given = newAdministrator.parse({ email, name });
    await addAdministrator(db, operator, { ...given, password, mustChange: true });
    return withPassword(email, password, true);
  },
  block: (db, login) => changeStatus(db, login, false),
  unblock: (db, login) => changeStatus(db, login, true),
  remove: async (db, login) => {
    const { id } = await accountNamed(db, login);
    return (await removeAdministrator(db, operator, { user_id: id })).message;
  },
  'reset-password': async (db, login) => {
    const password = makePassword();
    const { isAdministrator } = await resetPassword(db, { login, password, isMade: true });
    return withPassword(login, password, isAdministrator);
  },
  forget: async (db, username) =>
    `${await forgetPerson(db, username)} entries of Activity no longer tell name, email, CNIC and phone of ${username}.`,
  'reset-second-factor': async (db, login) => {
    await resetSecondFactor(db, login);
    return `${login} signs in without a second factor from now on.`;
  },
};

const main = async ([action = '', login, name]: string[]) => {
  const command = Object.hasOwn(commands, action) ? commands[action] : undefined;
  if (!command || (login === undefined && action !== 'list')) {
    console.error(usage);
    return 2;
  }
  if (action === 'add' && !newAdministrator.shape.email.safeParse(login).success) {
    console.error(`"${login}" is not an email address.`);
    return 2;
  }
  const { database, close } = await openOperation();
  try {
    await migrateLargeDatabase(database);
    console.log(await command(database.db, login ?? '', name));
    return 0;
  } finally {
    await close();
  }
};

// A violated constraint is reported as the refusal that it stands for.
const command = main(process.argv.slice(2)).catch((error: Error) => {
  throw constraintError(error) ?? error;
});
runCommand(command, (error) => error instanceof AppError);
