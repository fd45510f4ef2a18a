import { type MessageId, oneTimeCode, roles, type SignedInUser } from '@survey/contract';
import type { Kysely } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Tables } from '../../database/tables.ts';
import { isPassword } from '../../plugins/passwords.ts';
import { openSession } from '../../plugins/sessions.ts';
import { say } from '../../say.ts';
import { accountKey, throttleLogin, unknownKey, type Verdict } from './login-throttle.ts';
import { hasSecondFactor, takeCode } from './second-factor.commands.ts';
import { type Account, findAccount } from './sign-in.queries.ts';

export interface SignIn {
  /** Email or username. */
  login: string;
  password: string;
  /** Of the second factor, where the account has one. */
  code?: string | null | undefined;
  address: string;
  userAgent?: string;
  requestId?: string;
}

type Refusal =
  | 'wrong-credentials'
  | 'user-blocked'
  | 'second-factor-required'
  | 'second-factor-wrong';

interface Checked {
  verdict: Verdict;
  refusal?: Refusal;
  account?: Account | undefined;
}

const refusalMessages = {
  'wrong-credentials': 'wrong-credentials',
  'user-blocked': 'account-blocked',
  'second-factor-required': 'second-factor-required',
  'second-factor-wrong': 'second-factor-wrong',
} as const satisfies Record<Refusal, MessageId>;

/** The code without spaces; undefined where only spaces were given. */
const givenCode = (code: SignIn['code']): string | undefined => oneTimeCode.safeParse(code).data;

const check = async (db: Kysely<Tables>, given: SignIn): Promise<Checked> => {
  const account = await findAccount(db, given.login.trim());
  const isRight = await isPassword(account?.password_hash, given.password);
  if (!isRight || !account) return { verdict: 'wrong', refusal: 'wrong-credentials', account };
  if (!account.is_active) return { verdict: 'undecided', refusal: 'user-blocked', account };
  const isAdministrator = account.role_id === roles.administrator;
  if (!isAdministrator || !(await hasSecondFactor(db, account.id))) {
    return { verdict: 'right', account };
  }
  const code = givenCode(given.code);
  // The password alone must not clear the failed codes.
  if (!code) return { verdict: 'undecided', refusal: 'second-factor-required', account };
  if (await takeCode(db, account.id, code)) return { verdict: 'right', account };
  return { verdict: 'wrong', refusal: 'second-factor-wrong', account };
};

/** Somebody may type their password into the email field: only text that looks like an email is recorded. */
const subjectOf = ({ account }: Checked, login: string): string =>
  account?.username ?? (/^\S+@\S+\.\S+$/.test(login) ? login.slice(0, 200) : 'unknown account');

const actorOf = (
  { address, requestId = '' }: SignIn,
  who: Pick<Actor, 'id' | 'username' | 'name' | 'role_id'>,
): Actor => ({ ...who, address, request_id: requestId });

const noteFailure = async (db: Kysely<Tables>, given: SignIn, checked: Checked): Promise<void> => {
  if (checked.refusal === 'second-factor-required') return;
  const nobody = { id: null, username: '', name: '', role_id: 0 };
  await db.transaction().execute((transaction) =>
    audit(transaction, actorOf(given, nobody), {
      action: 'sign-in-failed',
      subject: subjectOf(checked, given.login.trim()),
      rowCount: 0,
      details: { reason: checked.refusal },
    }),
  );
};

/**
 * Opens a session for a valid, active account, whatever its role (R1).
 * @throws AppError wrong-credentials (the same for unknown account and wrong password), user-blocked,
 *   second-factor-required, second-factor-wrong, too-many-attempts
 */
export const signIn = async (
  db: Kysely<Tables>,
  given: SignIn,
): Promise<{ token: string; user: SignedInUser }> => {
  const { address, userAgent = '' } = given;
  // Email and username of one account count as one; unknown accounts count by the input.
  const known = await findAccount(db, given.login.trim());
  const key = known ? accountKey(known.id) : unknownKey(given.login);
  const checked = await throttleLogin(db, { account: key, address }, () => check(db, given));
  const { refusal, account } = checked;
  if (refusal || !account) {
    await noteFailure(db, given, checked);
    const code = refusal ?? 'wrong-credentials';
    throw new AppError(code, say(refusalMessages[code]));
  }
  const { id, role_id, username, name, email } = account;
  const token = await db.transaction().execute(async (transaction) => {
    const opened = await openSession(transaction, account, { address, userAgent });
    // The password was changed, or the account deleted, since the check.
    if (!opened) throw new AppError('wrong-credentials', say('wrong-credentials'));
    await audit(transaction, actorOf(given, { id, username, name, role_id }), {
      action: role_id === roles.administrator ? 'sign-in' : 'device-sign-in',
      subject: username,
      rowCount: 1,
    });
    return opened;
  });
  return { token, user: { id, role_id, name, username, email } };
};
