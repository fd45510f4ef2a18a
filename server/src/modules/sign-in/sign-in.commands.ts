import { errorMessages, roles, type SignedInUser } from '@survey/contract';
import type { Kysely } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Tables } from '../../database/tables.ts';
import { hashPassword, isPassword } from '../../plugins/passwords.ts';
import { endSessionsOf, openSession } from '../../plugins/sessions.ts';
import {
  attemptsOf,
  findAccount,
  forgetAttempt,
  forgetAttemptsOf,
  forgetOldAttempts,
  noteAttempt,
} from './sign-in.queries.ts';

/** Failures allowed for an account or an address within the window (decision 5). */
const failuresAllowed = 10;
const windowMinutes = 15;

const tooMany = (waitSeconds: number): AppError => {
  const minutes = Math.ceil(waitSeconds / 60);
  const wait =
    waitSeconds < 60 ? `${waitSeconds} seconds` : `${minutes} minute${minutes > 1 ? 's' : ''}`;
  return new AppError(
    'too-many-attempts',
    `Too many failed sign-ins. Please try again in ${wait}.`,
    {
      retryAfter: waitSeconds,
    },
  );
};

/**
 * Opens a session for an account that is right and active, whatever its role (decision 1).
 * The attempt is noted before the password is looked at, so that parallel guesses count too.
 * @param login email or username
 * @throws AppError wrong-credentials (the same for unknown account and wrong password), user-blocked,
 *   too-many-attempts
 */
export const signIn = async (
  db: Kysely<Tables>,
  { login, password, address }: { login: string; password: string; address: string },
): Promise<{ token: string; user: SignedInUser }> => {
  const accountKey = `account:${login.trim().toLowerCase()}`;
  const addressKey = `address:${address}`;
  const attempt = await noteAttempt(db, accountKey);
  const account = await attemptsOf(db, accountKey, windowMinutes, failuresAllowed + 1);
  const fromAddress = await attemptsOf(db, addressKey, windowMinutes, failuresAllowed);
  if (account.count > failuresAllowed || fromAddress.count >= failuresAllowed) {
    await forgetAttempt(db, attempt);
    throw tooMany(account.count > failuresAllowed ? account.waitSeconds : fromAddress.waitSeconds);
  }
  const found = await findAccount(db, login.trim());
  if (!(await isPassword(found?.password_hash, password)) || !found) {
    await noteAttempt(db, addressKey);
    await forgetOldAttempts(db, windowMinutes);
    throw new AppError('wrong-credentials', errorMessages.wrongCredentials);
  }
  await forgetAttemptsOf(db, accountKey);
  if (!found.is_active) {
    throw new AppError('user-blocked', 'This account is blocked. Please ask your administrator.');
  }
  const token = await openSession(db, found);
  if (!token) throw new AppError('wrong-credentials', errorMessages.wrongCredentials);
  const { id, role_id, username, name, email } = found;
  return { token, user: { id, role_id, name, username, email } };
};

/** Makes an administrator; the username is the email (decision 7). */
export const addAdministrator = async (
  db: Kysely<Tables>,
  { email, name, password }: { email: string; name: string; password: string },
): Promise<void> => {
  await db
    .insertInto('users')
    .values({
      role_id: roles.administrator,
      username: email,
      name,
      email,
      cnic: null,
      designation: null,
      password_hash: await hashPassword(password),
    })
    .execute();
};

/**
 * Sets a new password and ends the account's sessions (decision 3).
 * @throws AppError not-found
 */
export const resetPassword = async (
  db: Kysely<Tables>,
  { login, password }: { login: string; password: string },
): Promise<void> => {
  const account = await findAccount(db, login);
  if (!account) throw new AppError('not-found', `There is no account "${login}".`);
  const password_hash = await hashPassword(password);
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', account.id)
      .execute();
    await endSessionsOf(transaction, account.id);
  });
};
