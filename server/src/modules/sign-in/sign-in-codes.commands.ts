// Single-use codes with which a surveyor signs in on the surveyor's page (ADR 80): six words, valid for 24 hours,
// stored only as a hash, one for each surveyor.
import { randomInt } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import {
  type calls,
  type HandlerInput,
  roles,
  signInCodeHours,
  signInCodeWords,
} from '@survey/contract';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import { endSession, hashToken, openSession } from '../../plugins/sessions.ts';
import { say } from '../../say.ts';
import { lockSurveyors } from './active-surveyors.queries.ts';
import { codeCounters, throttleLogin } from './login-throttle.ts';
import { noteFailedCode, noteSignIn } from './sign-in.commands.ts';

/** Six of 2048 words are 66 random bits. No two words begin with the same four letters. */
const newCode = (): string =>
  Array.from({ length: signInCodeWords }, () => wordlist[randomInt(wordlist.length)]).join('-');

/** A code in its canonical form, whatever separators and case were typed. */
const plain = (typed: string): string =>
  typed
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
    .join('-');

const lifetime = sql`make_interval(hours => ${sql.lit(signInCodeHours)})`;
const isAlive = sql<boolean>`sign_in_codes.created_at > now() - ${lifetime}`;

type Users = HandlerInput<typeof calls.makeSignInCodes>['body'];

/**
 * Makes a code for each of these users; an earlier code of the same user ends.
 * @param address of the surveyor's page, as phones reach it
 * @throws AppError not-found, user-blocked; then no code is made
 */
export const makeSignInCodes = async (
  db: Writer,
  actor: Actor,
  { user_ids }: Users,
  address: string,
) => {
  const codes = [];
  for (const { id, username, name } of await lockSurveyors(db, [...new Set(user_ids)])) {
    const code = newCode();
    const values = { code_hash: hashToken(code), created_at: sql<Date>`now()` };
    const { expires_at } = await db
      .insertInto('sign_in_codes')
      .values({ user_id: id, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .returning(sql<Date>`created_at + ${lifetime}`.as('expires_at'))
      .executeTakeFirstOrThrow();
    await audit(db, actor, {
      action: 'make-sign-in-code',
      subject: username,
      rowCount: 1,
      details: { user_id: id, expires_at },
    });
    codes.push({ user_id: id, username, name, code, expires_at: expires_at.toISOString() });
  }
  return { address, codes };
};

/** Ends a user's code when the user is blocked or gets a new password. For a deleted user the foreign key does it. */
export const endSignInCodeOf = async (db: Writer, userId: number): Promise<void> => {
  await db.deleteFrom('sign_in_codes').where('user_id', '=', userId).execute();
};

/** Deletes codes that have expired. */
export const forgetOldSignInCodes = async (db: Kysely<Tables>): Promise<void> => {
  await db
    .deleteFrom('sign_in_codes')
    .where((where) => where.not(isAlive))
    .execute();
};

interface CodeSignIn {
  code: string;
  address: string;
  userAgent: string;
  requestId: string;
}

/** Deletes the code and opens a session in one transaction: where two phones send one code, only one signs in. */
const takeSignInCode = (db: Kysely<Tables>, given: CodeSignIn) =>
  db.transaction().execute(async (transaction) => {
    const hash = hashToken(plain(given.code));
    const account = await transaction
      .selectFrom('sign_in_codes')
      .innerJoin('users', 'users.id', 'sign_in_codes.user_id')
      .select(['id', 'role_id', 'username', 'name', 'email', 'password_hash', 'is_active'])
      .where('code_hash', '=', hash)
      .where(isAlive)
      .where('role_id', '=', roles.mobileUser)
      .executeTakeFirst();
    // Locks the account first, in the same order as blocking, which then ends the code.
    const token = account && (await openSession(transaction, account, given));
    if (!account || !token) return undefined;
    const taken = await transaction
      .deleteFrom('sign_in_codes')
      .where('code_hash', '=', hash)
      .returning('user_id')
      .executeTakeFirst();
    if (!taken) {
      await endSession(transaction, token);
      return undefined;
    }
    await noteSignIn(transaction, { ...given, login: account.username, password: '' }, account);
    const { id, role_id, username, name, email } = account;
    return { token, user: { id, role_id, name, username, email } };
  });

/**
 * Opens a session for a code, which is valid once.
 * @throws AppError wrong-credentials (code used, ended, expired or never made), too-many-attempts
 */
export const signInByCode = async (db: Kysely<Tables>, given: CodeSignIn) => {
  const { session } = await throttleLogin(db, codeCounters(given.address), async () => {
    const session = await takeSignInCode(db, given);
    return { session, verdict: session ? ('right' as const) : ('wrong' as const) };
  });
  if (session) return session;
  await noteFailedCode(db, given);
  throw new AppError('wrong-credentials', say('sign-in-code-wrong'));
};
