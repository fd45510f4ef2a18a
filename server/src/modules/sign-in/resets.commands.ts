// What the command line does for who cannot sign in any more (R7).
import { roles } from '@survey/contract';
import type { Kysely } from 'kysely';
import { AppError } from '../../app-error.ts';
import { audit, operator } from '../../database/audit.ts';
import type { Tables } from '../../database/tables.ts';
import { hashPassword } from '../../plugins/passwords.ts';
import { endSessionsOf, holdSessionsOf } from '../../plugins/sessions.ts';
import { say } from '../../say.ts';
import { liftLimits } from './login-throttle.ts';
import { removeFactor } from './second-factor.commands.ts';
import { findAccount } from './sign-in.queries.ts';

/**
 * An account by email or username.
 * @throws AppError not-found
 */
export const accountNamed = async (db: Kysely<Tables>, login: string) => {
  const account = await findAccount(db, login);
  if (!account) throw new AppError('not-found', say('no-account', { login }));
  return account;
};

/**
 * Sets a new password, ends the account's sessions (R3) and lifts the limits on its failed sign-ins (R5).
 * @param isMade an administrator must change it at the first sign-in
 * @throws AppError not-found
 */
export const resetPassword = async (
  db: Kysely<Tables>,
  { login, password, isMade = false }: { login: string; password: string; isMade?: boolean },
): Promise<{ isAdministrator: boolean }> => {
  const account = await accountNamed(db, login);
  const isAdministrator = account.role_id === roles.administrator;
  const password_hash = await hashPassword(password);
  const must_change_password = isMade && isAdministrator;
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('users')
      .set({ password_hash, must_change_password })
      .where('id', '=', account.id)
      .execute();
    await endSessionsOf(transaction, account.id);
    await liftLimits(transaction, [account.username, account.email]);
    await audit(transaction, operator, {
      action: 'reset-password',
      subject: account.username,
      rowCount: 1,
    });
  });
  return { isAdministrator };
};

/**
 * Switches the second factor off for an administrator who lost the phone and the recovery codes, and ends the
 * account's sessions and limits.
 * @throws AppError not-found where there is no such account, or it has no second factor
 */
export const resetSecondFactor = async (db: Kysely<Tables>, login: string): Promise<void> => {
  const account = await accountNamed(db, login);
  await db.transaction().execute(async (transaction) => {
    await holdSessionsOf(transaction, account.id);
    if (!(await removeFactor(transaction, account.id))) {
      throw new AppError('not-found', say('no-second-factor', { login }));
    }
    await endSessionsOf(transaction, account.id);
    await liftLimits(transaction, [account.username, account.email]);
    await audit(transaction, operator, {
      action: 'reset-second-factor',
      subject: account.username,
      rowCount: 1,
    });
  });
};
