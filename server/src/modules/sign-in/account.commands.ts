// Changes of an administrator's own account. A stolen token alone must not be enough: password and second factor ask
// for the password again, with the limits of sign-in.

import type { Kysely } from 'kysely';
import { AppError, fieldError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Tables } from '../../database/tables.ts';
import { passwordWeakness } from '../../plugins/password-strength.ts';
import { hashPassword, isPassword } from '../../plugins/passwords.ts';
import { endSessionsOf, openSession, type SessionOrigin } from '../../plugins/sessions.ts';
import { say, telling } from '../../say.ts';
import { accountKey, throttleLogin, type Verdict } from './login-throttle.ts';
import {
  confirmFactor,
  countFactor,
  hasSecondFactor,
  prepareFactor,
  removeFactor,
  replaceRecoveryCodes,
} from './second-factor.commands.ts';

type Db = Kysely<Tables>;
/** The caller; every call here requires an administrator. */
export type Owner = Actor & { id: number };

const wrongPassword = (field: string) => fieldError({ [field]: [say('password-wrong')] });

/** Asks for the password again, with the login throttle of sign-in. Returns the hash that matched. */
const confirmPassword = async (
  db: Db,
  actor: Owner,
  field: string,
  password: string,
): Promise<string> => {
  const { hash } = await throttleLogin(
    db,
    { account: accountKey(actor.id), address: actor.address },
    async (): Promise<{ verdict: Verdict; hash: string | undefined }> => {
      const found = await db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', actor.id)
        .executeTakeFirst();
      const isRight = await isPassword(found?.password_hash, password);
      // Undecided: failures at sign-in may be somebody else's, and stay.
      return isRight
        ? { verdict: 'undecided', hash: found?.password_hash }
        : { verdict: 'wrong', hash: undefined };
    },
  );
  if (hash === undefined) throw wrongPassword(field);
  return hash;
};

/**
 * Sets the password, ends every session of the account and opens a new one.
 * @throws AppError invalid-input where the current one is wrong or the new one weak; too-many-attempts
 */
export const changeOwnPassword = async (
  db: Db,
  actor: Owner,
  given: { current_password: string; new_password: string },
  origin: SessionOrigin,
) => {
  const known = await confirmPassword(db, actor, 'current_password', given.current_password);
  const { username, name, email, id } = actor;
  const weakness = await passwordWeakness(given.new_password, [username, name, email ?? '']);
  if (weakness) throw fieldError({ new_password: [weakness] });
  if (given.new_password === given.current_password) {
    throw fieldError({ new_password: [say('password-same')] });
  }
  const password_hash = await hashPassword(given.new_password);
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', id)
      .where('password_hash', '=', known)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw wrongPassword('current_password');
    await endSessionsOf(transaction, id);
    const token = await openSession(transaction, { id, password_hash }, origin);
    await audit(transaction, actor, {
      action: 'change-own-password',
      subject: username,
      rowCount: 1,
    });
    return {
      success: true,
      ...telling('password-changed'),
      token: token as string,
    };
  });
};

/** Ends one session of the account, or all of them. A session of another account is silently ignored. */
export const endOwnSessions = (db: Db, actor: Owner, sessionId?: number) =>
  db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('sessions')
      .where('user_id', '=', actor.id)
      .$if(sessionId !== undefined, (query) => query.where('id', '=', sessionId as number))
      .executeTakeFirst();
    const count = Number(numDeletedRows);
    if (count > 0) {
      await audit(transaction, actor, {
        action: 'end-sessions',
        subject: actor.username,
        rowCount: count,
      });
    }
    return {
      success: true,
      ...telling(sessionId === undefined ? 'sessions-closed' : 'session-closed'),
    };
  });

const alreadyOn = () => new AppError('conflict', say('second-factor-on-already'));
const notOn = () => new AppError('conflict', say('second-factor-off'));

/**
 * Creates the secret for an authenticator app.
 * @throws AppError invalid-input for a wrong password, conflict where the factor is on, too-many-attempts
 */
export const startSecondFactor = async (db: Db, actor: Owner, password: string) => {
  await confirmPassword(db, actor, 'password', password);
  const prepared = await prepareFactor(db, { id: actor.id, email: actor.email ?? '' });
  if (!prepared) throw alreadyOn();
  await db.transaction().execute((transaction) =>
    audit(transaction, actor, {
      action: 'start-second-factor',
      subject: actor.username,
      rowCount: 1,
    }),
  );
  return prepared;
};

/**
 * Switches the factor on: the app's code shows that it has the secret. Sessions opened without it end.
 * @throws AppError invalid-input for a wrong code, conflict, too-many-attempts
 */
export const confirmSecondFactor = async (db: Db, actor: Owner, code: string, token: string) => {
  if (await hasSecondFactor(db, actor.id)) throw alreadyOn();
  const { verdict } = await throttleLogin(
    db,
    { account: accountKey(actor.id), address: actor.address },
    async (): Promise<{ verdict: Verdict }> => ({
      verdict: (await confirmFactor(db, actor.id, code)) ? 'undecided' : 'wrong',
    }),
  );
  if (verdict === 'wrong') throw fieldError({ code: [say('password-wrong')] });
  return db.transaction().execute(async (transaction) => {
    if (!(await countFactor(transaction, actor.id))) throw alreadyOn();
    const recovery_codes = await replaceRecoveryCodes(transaction, actor.id);
    await endSessionsOf(transaction, actor.id, token);
    await audit(transaction, actor, {
      action: 'confirm-second-factor',
      subject: actor.username,
      rowCount: 1,
    });
    return { success: true, ...telling('second-factor-on'), recovery_codes };
  });
};

/**
 * New recovery codes that replace the unused ones.
 * @throws AppError invalid-input for a wrong password, conflict where the factor is off, too-many-attempts
 */
export const newRecoveryCodes = async (db: Db, actor: Owner, password: string) => {
  await confirmPassword(db, actor, 'password', password);
  if (!(await hasSecondFactor(db, actor.id))) throw notOn();
  return db.transaction().execute(async (transaction) => {
    const recovery_codes = await replaceRecoveryCodes(transaction, actor.id);
    await audit(transaction, actor, {
      action: 'new-recovery-codes',
      subject: actor.username,
      rowCount: recovery_codes.length,
    });
    return { success: true, ...telling('codes-ended'), recovery_codes };
  });
};

/**
 * Switches the factor off.
 * @throws AppError invalid-input for a wrong password, too-many-attempts
 */
export const stopSecondFactor = async (db: Db, actor: Owner, password: string) => {
  await confirmPassword(db, actor, 'password', password);
  return db.transaction().execute(async (transaction) => {
    if (await removeFactor(transaction, actor.id)) {
      await audit(transaction, actor, {
        action: 'stop-second-factor',
        subject: actor.username,
        rowCount: 1,
      });
    }
    return { success: true, ...telling('second-factor-off') };
  });
};
