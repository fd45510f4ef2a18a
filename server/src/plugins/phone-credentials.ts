// Credentials of phones that are set up by a QR code (ADR 57): each phone has a secret of its own, 256 random bits,
// kept only as a hash. It may list forms, read its surveyor's lists and submit as this surveyor.
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { coalesced } from '../database/coalesce.ts';
import type { Reader, Writer } from '../database/connection.ts';
import type { Tables } from '../database/tables.ts';
import { hashToken, noteUserSeen, type SessionUser } from './sessions.ts';

/** Before the random part, so that a secret is told from a password before either is checked. */
const prefix = 'phone-';
const secretPattern = /^phone-[\w-]{43}$/;

/** A credential that was not used for this long ends: a card that was printed and forgotten, a phone in a drawer. */
const unusedDays = 90;
/** How often the time of last use is written, in seconds. */
const lastUseEverySeconds = 60;

/** Whether a password has the form of a phone's secret. */
export const isPhoneSecret = (password: string): boolean => secretPattern.test(password);

/** Whose phone it is. */
export type PhoneUser = Pick<SessionUser, 'id' | 'role_id' | 'username' | 'name' | 'email'>;

const inUse = sql<boolean>`coalesce(phone_credentials.last_used_at, phone_credentials.created_at)
  > now() - make_interval(days => ${unusedDays})`;

/** Adds a credential of a user and returns its secret, which is never stored. */
export const addPhoneCredential = async (
  db: Writer,
  { userId, name }: { userId: number; name: string },
): Promise<{ id: number; secret: string }> => {
  const secret = prefix + randomBytes(32).toString('base64url');
  const { id } = await db
    .insertInto('phone_credentials')
    .values({ secret_hash: hashToken(secret), user_id: userId, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, secret };
};

/** A user's credentials that have not ended, newest first. */
export const phoneCredentialsOf = (db: Reader, userId: number) =>
  db
    .selectFrom('phone_credentials')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where(inUse)
    .orderBy('id', 'desc')
    .execute();

/** Ends one credential; undefined where there is none. */
export const endPhoneCredential = (db: Writer, id: number) =>
  db
    .deleteFrom('phone_credentials')
    .where('id', '=', id)
    .returning(['user_id', 'name', 'last_used_at'])
    .executeTakeFirst();

/** Ends every credential of a user: on block. Deleting the user ends them by the foreign key. */
export const endPhoneCredentialsOf = async (db: Writer, userId: number): Promise<void> => {
  await db.deleteFrom('phone_credentials').where('user_id', '=', userId).execute();
};

/** Deletes credentials that were not used for too long. */
export const forgetUnusedPhoneCredentials = async (db: Kysely<Tables>): Promise<void> => {
  await db
    .deleteFrom('phone_credentials')
    .where((where) => where.not(inUse))
    .execute();
};

const noteUse = async (db: Kysely<Tables>, id: number, userId: number): Promise<void> => {
  await db
    .updateTable('phone_credentials')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  await noteUserSeen(db, userId);
};

const usersOfSecrets = async (db: Kysely<Tables>, hashes: Buffer[]) => {
  const found = await db
    .selectFrom('phone_credentials')
    .innerJoin('users', 'users.id', 'phone_credentials.user_id')
    .select(['phone_credentials.id as credential_id', 'secret_hash'])
    .select(['users.id', 'role_id', 'username', 'users.name', 'email'])
    .select(
      sql<boolean>`coalesce(last_used_at < now() - make_interval(secs => ${lastUseEverySeconds}), true)`.as(
        'is_use_unnoted',
      ),
    )
    .where('is_active', '=', true)
    .where(inUse)
    .where(sql<boolean>`secret_hash = any(${hashes}::bytea[])`)
    .execute();
  const known = new Map(found.map((phone) => [phone.secret_hash.toString('hex'), phone]));
  return hashes.map((hash) => known.get(hash.toString('hex')));
};

/**
 * Looks up the surveyor of a phone's secret; undefined where it has ended or the surveyor is blocked. Nothing is
 * cached: look-ups of concurrent requests are coalesced (ADR 24).
 */
export const phoneLookUp = (db: Kysely<Tables>) => {
  const find = coalesced((hashes: Buffer[]) => usersOfSecrets(db, hashes));
  return async (secret: string): Promise<PhoneUser | undefined> => {
    const found = await find(hashToken(secret));
    if (!found) return undefined;
    const { is_use_unnoted, secret_hash, credential_id, ...user } = found;
    if (is_use_unnoted) await noteUse(db, credential_id, user.id);
    return user;
  };
};
