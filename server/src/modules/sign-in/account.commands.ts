// Changes of an administrator's own account. A stolen token alone must not be enough: password and second factor ask
// for the password again, as often as the session's own limit allows.

import type { Kysely } from 'kysely';
import { AppError, fieldError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Tables } from '../../database/tables.ts';
import { passwordWeakness } from '../../plugins/password-strength.ts';
import { hashPassword, isPassword } from '../../plugins/passwords.ts';
import {
  endSessionsOf,
  holdSessionsOf,
  openSession,
  type SessionOrigin,
} from '../../plugins/sessions.ts';
import { say, telling } from '../../say.ts';
import { sessionCounters, throttleLogin, type Verdict } from './login-throttle.ts';
import {
  confirmFactor,
  countFactor,
  prepareFactor,
  removeFactor,
  replaceRecoveryCodes,
  secondFactorSince,
  takeCode,
} from './second-factor.commands.ts';

type Db = Kysely<Tables>;
/** The caller; every call here requires an administrator. */
export type Owner = Actor & { id: number; token: string };

const wrongPassword = (field: string) => fieldError({ [field]: [say('password-wrong')] });

/** What the owner types again; `code` of the second factor, where the change needs one. */
interface Confirmation {
  password: string;
  /** Undefined where the change needs none; null where it needs one and none was given. */
  code?: string | null;
}

type Confirmed =
  | { verdict: 'right'; hash: string }
  | { verdict: 'wrong'; field: 'password' | 'code' };

const checkOwner = async (
  db: Db,
  actor: Owner,
  { password, code }: Confirmation,
): Promise<Confirmed> => {
  const found = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', actor.id)
    .executeTakeFirst();
  const isRight = await isPassword(found?.password_hash, password);
  if (!found || !isRight) return { verdict: 'wrong', field: 'password' };
  const needsCode = code !== undefined && (await secondFactorSince(db, actor.id));
  if (needsCode && !(await takeCode(db, actor.id, code ?? ''))) {
    return { verdict: 'wrong', field: 'code' };
  }
  return { verdict: 'right', hash: found.password_hash };
};

/**
 * Asks for the password again, and for a code where there is a second factor; failures count for this session only.
 * Returns the hash that matched.
 */
const confirmOwner = async (
  db: Db,
  actor: Owner,
  given: Confirmation,
  passwordField = 'password',
): Promise<string> => {
  if (given.code === null && (await secondFactorSince(db, actor.id))) {
    throw fieldError({ code: [say('required')] });
  }
  const found = await throttleLogin(db, sessionCounters(actor.token, actor.address), () =>
    checkOwner(db, actor, given),
  );
  if (found.verdict === 'right') return found.hash;
  throw wrongPassword(found.field === 'code' ? 'code' : passwordField);
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
  const known = await confirmOwner(
    db,
    actor,
    { password: given.current_password },
    'current_password',
  );
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
