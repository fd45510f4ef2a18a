// Who sends an OpenRosa request (ADR 57): Basic authentication, with the secret of a phone that was set up by QR code,
// or with the surveyor's own password. Decided before a byte of the body is read (ADR 39).
import { createHmac, randomBytes } from 'node:crypto';
import { roles } from '@survey/contract';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../database/audit.ts';
import type { Tables } from '../../database/tables.ts';
import { type BasicCredentials, basicCredentials } from '../../plugins/basic-credentials.ts';
import { clientAddress } from '../../plugins/client-address.ts';
import { isPhoneSecret, type PhoneUser, phoneLookUp } from '../../plugins/phone-credentials.ts';
import { say } from '../../say.ts';
import { checkSignIn, noteSignIn } from '../sign-in/sign-in.commands.ts';

/** Passwords that were right, of this process: a phone sends its password with every request. */
const mostRemembered = 10_000;

/**
 * Checks own passwords. Hashing one takes 20 MB and a tenth of a second, so a right one is remembered: as an HMAC under
 * a key that is nowhere but in this process, with the account's hash of that time. An account whose password has
 * changed, or that is blocked or deleted, is asked anew.
 */
const passwordLookUp = (db: Kysely<Tables>) => {
  const key = randomBytes(32);
  const remembered = new Map<string, { id: number; hash: string }>();
  const find = async ({ id, hash }: { id: number; hash: string }) =>
    db
      .selectFrom('users')
      .select(['id', 'role_id', 'username', 'name', 'email'])
      .where('id', '=', id)
      .where('password_hash', '=', hash)
      .where('is_active', '=', true)
      .executeTakeFirst();
  return async (
    { login, password }: BasicCredentials,
    request: FastifyRequest,
  ): Promise<PhoneUser | undefined> => {
    const name = createHmac('sha256', key).update(`${login}\u0000${password}`).digest('base64');
    const known = remembered.get(name);
    const user = known && (await find(known));
    if (user) return user;
    remembered.delete(name);
    const given = {
      login,
      password,
      role: roles.mobileUser,
      address: clientAddress(request),
      userAgent: request.headers['user-agent'] ?? '',
      requestId: request.id,
    };
    const { account } = await checkSignIn(db, given);
    await db.transaction().execute((transaction) => noteSignIn(transaction, given, account));
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(name, { id: account.id, hash: account.password_hash });
    return account;
  };
};

/**
 * The surveyor of a request.
 * @throws AppError unauthenticated, wrong-credentials, user-blocked, too-many-attempts, access-not-allowed for others
 *   than mobile users
 */
export const phoneAuthentication = (db: Kysely<Tables>) => {
  const phoneUser = phoneLookUp(db);
  const passwordUser = passwordLookUp(db);
  return async (request: FastifyRequest): Promise<Actor> => {
    const given = basicCredentials(request.headers.authorization);
    if (!given?.login || !given.password)
      throw new AppError('unauthenticated', say('phone-sign-in'));
    const isSecret = isPhoneSecret(given.password);
    const user = isSecret ? await phoneUser(given.password) : await passwordUser(given, request);
    // Another surveyor's name beside the secret is a phone that was set up wrongly.
    if (!user || (isSecret && user.username.toLowerCase() !== given.login.toLowerCase())) {
      throw new AppError('unauthenticated', say('phone-ended'));
    }
    const { id, username, name, role_id, email } = user;
    return {
      id,
      username,
      name,
      role_id,
      email,
      address: clientAddress(request),
      request_id: request.id,
    };
  };
};
