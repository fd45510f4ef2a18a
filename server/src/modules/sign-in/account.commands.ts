// Changes of an administrator's own account. A stolen token alone must not be enough: password and second factor ask
// for the password again, as often as the session's own limit allows.

import { roles } from '@survey/contract';
import type { Kysely } from 'kysely';
import { AppError, fieldError } from '../../app-error.ts';
import { audit } from '../../database/audit.ts';
import type { Tables } from '../../database/tables.ts';
import { passwordWeakness } from '../../plugins/password-strength.ts';
import { hashPassword } from '../../plugins/passwords.ts';
import {
  endSessionsOf,
  holdSessionsOf,
  openSession,
  type SessionOrigin,
} from '../../plugins/sessions.ts';
import { say, telling } from '../../say.ts';
import { type Confirmation, confirmOwner, notCorrect, type Owner } from './confirm-owner.ts';
import { sessionCounters, throttleLogin, type Verdict } from './login-throttle.ts';
import {
  confirmFactor,
  countFactor,
  prepareFactor,
  removeFactor,
  replaceRecoveryCodes,
  secondFactorSince,
} from './second-factor.commands.ts';

type Db = Kysely<Tables>;
/**
 * Sets the password, ends every session of the account and opens a new one. Only an administrator's must be hard to
 * guess (spec 5).
 * @throws AppError invalid-input where the current one is wrong or the new one weak; too-many-attempts
 */
export const changeOwnPassword = async (
  db: Db,
  actor: Owner,
  given: { current_password: string; new_password: string },
  origin: SessionOrigin,
) => {
  const known = await confirmOwner(
    db,
    actor,
    { password: given.current_password },
    'current_password',
  );
  const { username, name, email, id } = actor;
  const isJudged = actor.role_id === roles.administrator;
  const weakness =
    isJudged && (await passwordWeakness(given.new_password, [username, name, email ?? '']));
  if (weakness) throw fieldError({ new_password: [weakness] });
  if (given.new_password === given.current_password) {
    throw fieldError({ new_password: [say('password-same')] });
  }
  const password_hash = await hashPassword(given.new_password);
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ password_hash, must_change_password: false })
      .where('id', '=', id)
      .where('password_hash', '=', known)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw notCorrect('current_password');
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
  await confirmOwner(db, actor, { password });
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
export const confirmSecondFactor = async (db: Db, actor: Owner, code: string) => {
  if (await secondFactorSince(db, actor.id)) throw alreadyOn();
  const { verdict } = await throttleLogin(
    db,
    sessionCounters(actor.token, actor.address),
    async (): Promise<{ verdict: Verdict }> => ({
      verdict: (await confirmFactor(db, actor.id, code)) ? 'right' : 'wrong',
    }),
  );
  if (verdict === 'wrong') throw fieldError({ code: [say('password-wrong')] });
  return db.transaction().execute(async (transaction) => {
    // No sign-in that was checked before the factor counted may open a session after it.
    await holdSessionsOf(transaction, actor.id);
    if (!(await countFactor(transaction, actor.id))) throw alreadyOn();
    const recovery_codes = await replaceRecoveryCodes(transaction, actor.id);
    await endSessionsOf(transaction, actor.id, actor.token);
    await audit(transaction, actor, {
      action: 'confirm-second-factor',
      subject: actor.username,
      rowCount: 1,
    });
    return { success: true, ...telling('second-factor-on'), recovery_codes };
  });
};

/**
 * New recovery codes that replace the unused ones. Ends the other sessions.
 * @throws AppError invalid-input for a wrong password or code, conflict where the factor is off, too-many-attempts
 */
export const newRecoveryCodes = async (db: Db, actor: Owner, given: Confirmation) => {
  await confirmOwner(db, actor, given);
  return db.transaction().execute(async (transaction) => {
    await holdSessionsOf(transaction, actor.id);
    if (!(await secondFactorSince(transaction, actor.id))) throw notOn();
    const recovery_codes = await replaceRecoveryCodes(transaction, actor.id);
    await endSessionsOf(transaction, actor.id, actor.token);
    await audit(transaction, actor, {
      action: 'new-recovery-codes',
      subject: actor.username,
      rowCount: recovery_codes.length,
    });
    return { success: true, ...telling('codes-ended'), recovery_codes };
  });
};

/**
 * Switches the factor off. Ends the other sessions.
 * @throws AppError invalid-input for a wrong password or code, too-many-attempts
 */
export const stopSecondFactor = async (db: Db, actor: Owner, given: Confirmation) => {
  await confirmOwner(db, actor, given);
  return db.transaction().execute(async (transaction) => {
    await holdSessionsOf(transaction, actor.id);
    if (await removeFactor(transaction, actor.id)) {
      await endSessionsOf(transaction, actor.id, actor.token);
      await audit(transaction, actor, {
        action: 'stop-second-factor',
        subject: actor.username,
        rowCount: 1,
      });
    }
    return { success: true, ...telling('second-factor-off') };
  });
};
