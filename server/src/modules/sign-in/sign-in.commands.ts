import { type MessageId, oneTimeCode, roles, type SignedInUser } from '@survey/contract';
import type { Kysely } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import { isPassword } from '../../plugins/passwords.ts';
import { openSession } from '../../plugins/sessions.ts';
import { say } from '../../say.ts';
import { noteNetwork } from './known-networks.queries.ts';
import { signInCounters, throttleLogin, type Verdict } from './login-throttle.ts';
import { networkOf } from './network-of.ts';
import { secondFactorSince, takeCode } from './second-factor.commands.ts';
import { type Account, findAccount } from './sign-in.queries.ts';

export interface SignIn {
  /** Email or username. */
  login: string;
  password: string;
  /** Of the second factor, where the account has one. */
  code?: string | null | undefined;
  /** The only role that may sign in here; any, if not given. */
  role?: number;
  address: string;
  userAgent?: string;
  requestId?: string;
}

type Refusal =
  | 'wrong-credentials'
  | 'user-blocked'
  | 'access-not-allowed'
  | 'second-factor-required'
  | 'second-factor-wrong';

interface Checked {
  verdict: Verdict;
  refusal?: Refusal;
  account?: Account | undefined;
  /** When the second factor was switched on that the check asked for. */
  factor?: Date | undefined;
}

const refusalMessages = {
  'wrong-credentials': 'wrong-credentials',
  'user-blocked': 'account-blocked',
  'access-not-allowed': 'access-not-allowed',
  'second-factor-required': 'second-factor-required',
  'second-factor-wrong': 'second-factor-wrong',
} as const satisfies Record<Refusal, MessageId>;

/** The code without spaces; undefined where only spaces were given. */
const givenCode = (code: SignIn['code']): string | undefined => oneTimeCode.safeParse(code).data;

const check = async (db: Kysely<Tables>, given: SignIn): Promise<Checked> => {
  const account = await findAccount(db, given.login.trim());
  const isRight = await isPassword(account?.password_hash, given.password);
  if (!isRight || !account) return { verdict: 'wrong', refusal: 'wrong-credentials', account };
  if (!account.is_active) return { verdict: 'unfinished', refusal: 'user-blocked', account };
  const { id, role_id } = account;
  if (given.role !== undefined && given.role !== role_id) {
    return { verdict: 'unfinished', refusal: 'access-not-allowed', account };
  }
  const isAdministrator = role_id === roles.administrator;
  const factor = isAdministrator ? await secondFactorSince(db, id) : undefined;
  if (!factor) return { verdict: 'right', account };
  const code = givenCode(given.code);
  // The password alone must not clear the failed codes.
  if (!code) return { verdict: 'unfinished', refusal: 'second-factor-required', account };
  if (await takeCode(db, id, code)) return { verdict: 'right', account, factor };
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
  const nobody = { id: null, username: '', name: '', role_id: 0 };
  await db.transaction().execute((transaction) =>
    audit(transaction, actorOf(given, nobody), {
      // No failure, but its owner should know of it: somebody has the password.
      action:
        checked.refusal === 'second-factor-required' ? 'sign-in-code-asked' : 'sign-in-failed',
      subject: subjectOf(checked, given.login.trim()),
      rowCount: 0,
      details: { reason: checked.refusal },
    }),
  );
};

/** Records that a code was sent that signs nobody in. */
export const noteFailedCode = (
  db: Kysely<Tables>,
  given: Pick<SignIn, 'address' | 'requestId'>,
): Promise<void> =>
  noteFailure(
    db,
    { ...given, login: '', password: '' },
    { verdict: 'wrong', refusal: 'wrong-credentials' },
  );

/**
 * A valid, active account, whatever its role (R1); a failure is counted and recorded.
 * @throws AppError wrong-credentials (the same for unknown account and wrong password), user-blocked,
 *   access-not-allowed (another role), second-factor-required, second-factor-wrong, too-many-attempts
 */
export const checkSignIn = async (
  db: Kysely<Tables>,
  given: SignIn,
): Promise<{ account: Account; factor: Date | undefined }> => {
  const counters = await signInCounters(db, given);
  const checked = await throttleLogin(db, counters, () => check(db, given));
  const { refusal, account, factor } = checked;
  if (!refusal && account) return { account, factor };
  await noteFailure(db, given, checked);
  const code = refusal ?? 'wrong-credentials';
  throw new AppError(code, say(refusalMessages[code]));
};

/** Records a sign-in that succeeded, and the network it came from. */
export const noteSignIn = async (db: Writer, given: SignIn, account: Account): Promise<void> => {
  const { id, role_id, username, name } = account;
  await noteNetwork(db, id, networkOf(given.address));
  await audit(db, actorOf(given, { id, username, name, role_id }), {
    action: role_id === roles.administrator ? 'sign-in' : 'device-sign-in',
    subject: username,
    rowCount: 1,
  });
};

/**
 * Opens a session for a valid, active account, whatever its role (R1).
 * @throws AppError as `checkSignIn`
 */
export const signIn = async (
  db: Kysely<Tables>,
  given: SignIn,
): Promise<{ token: string; user: SignedInUser }> => {
  const { address, userAgent = '' } = given;
  const { account, factor } = await checkSignIn(db, given);
  const token = await db.transaction().execute(async (transaction) => {
    const opened = await openSession(transaction, account, { address, userAgent });
    // Since the check the password was changed, the account blocked or deleted, or its second factor switched.
    const isStill =
      opened && (await secondFactorSince(transaction, account.id))?.getTime() === factor?.getTime();
    if (!isStill) throw new AppError('wrong-credentials', say('wrong-credentials'));
    await noteSignIn(transaction, given, account);
    return opened;
  });
  const { id, role_id, username, name, email } = account;
  return { token, user: { id, role_id, name, username, email } };
};
