// A stolen token alone must not be enough: who changes a sign-in gives the password again, and a code where there is a
// second factor, as often as the session's own limit allows.
import type { Kysely } from 'kysely';
import { fieldError } from '../../app-error.ts';
import type { Actor } from '../../database/audit.ts';
import type { Tables } from '../../database/tables.ts';
import { isPassword } from '../../plugins/passwords.ts';
import { say } from '../../say.ts';
import { sessionCounters, throttleLogin } from './login-throttle.ts';
import { secondFactorSince, takeCode } from './second-factor.commands.ts';

/** The caller with the token of the session. */
export type Owner = Actor & { id: number; token: string };

/** What the owner types again; `code` of the second factor, where the change needs one. */
export interface Confirmation {
  password: string;
  /** Undefined where the change needs none; null where it needs one and none was given. */
  code?: string | null;
}

type Confirmed =
  | { verdict: 'right'; hash: string }
  | { verdict: 'wrong'; field: 'password' | 'code' };

export const notCorrect = (field: string) => fieldError({ [field]: [say('password-wrong')] });

const checkOwner = async (
  db: Kysely<Tables>,
  { id }: Owner,
  { password, code }: Confirmation,
): Promise<Confirmed> => {
  const found = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst();
  const isRight = await isPassword(found?.password_hash, password);
  if (!found || !isRight) return { verdict: 'wrong', field: 'password' };
  const needsCode = code !== undefined && (await secondFactorSince(db, id));
  if (needsCode && !(await takeCode(db, id, code ?? ''))) {
    return { verdict: 'wrong', field: 'code' };
  }
  return { verdict: 'right', hash: found.password_hash };
};

/**
 * Returns the hash that the password matched.
 * @throws AppError invalid-input for a wrong password or code, too-many-attempts
 */
export const confirmOwner = async (
  db: Kysely<Tables>,
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
  throw notCorrect(found.field === 'code' ? 'code' : passwordField);
};
