// The second factor of administrators: codes of an authenticator app (RFC 6238), each accepted once, and
// recovery codes.
import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Reader, Writer } from '../../database/connection.ts';
import {
  endEarlierKey,
  exchangeKey,
  type ServerKeys,
  serverKeys,
} from '../../database/server-secrets.ts';
import type { Tables } from '../../database/tables.ts';
import { seal, unseal } from '../../plugins/sealed-secrets.ts';

const issuer = 'Field Survey';
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
/** Codes of the half minute before and after are accepted: clocks of phones differ. */
const toleratedSteps = 1;
const recoveryCodeCount = 10;
/** 120 bits of entropy (24 letters of base32): from 112 on a plain hash is enough (ASVS 6.5.2). */
const recoveryCodeBytes = 15;

const keyName = 'second factors';
const ownerOf = (userId: number) => `second factor of user ${userId}`;

/** Opens a secret that was sealed with the present or the earlier key. */
const open = ({ current, earlier }: ServerKeys, userId: number, sealed: Buffer): Buffer => {
  try {
    return unseal(current, ownerOf(userId), sealed);
  } catch (error) {
    if (!earlier) throw error;
    return unseal(earlier.key, ownerOf(userId), sealed);
  }
};

/**
 * Seals all secrets again: with a new key, or with the present one so that the earlier key can end.
 * @returns the number of secrets
 */
export const sealAgain = async (
  db: Writer,
  { withNewKey }: { withNewKey: boolean },
): Promise<number> => {
  const before = await serverKeys(db, keyName);
  const factors = await db
    .selectFrom('second_factors')
    .select(['user_id', 'secret'])
    .orderBy('user_id')
    .forUpdate()
    .execute();
  if (withNewKey) await exchangeKey(db, keyName);
  const { current } = await serverKeys(db, keyName);
  for (const { user_id, secret } of factors) {
    await db
      .updateTable('second_factors')
      .set({ secret: seal(current, ownerOf(user_id), open(before, user_id, secret)) })
      .where('user_id', '=', user_id)
      .execute();
  }
  if (!withNewKey) await endEarlierKey(db, keyName);
  return factors.length;
};

const totpOf = (secret: Buffer, label: string) =>
  new TOTP({ issuer, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest();

/** The secret of a user, and whether it is confirmed. */
const factorOf = async (db: Kysely<Tables>, userId: number) => {
  const factor = await db
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!factor) return undefined;
  const secret = open(await serverKeys(db, keyName), userId, factor.secret);
  return { ...factor, secret };
};

/** Since when a user's sign-in needs a code; undefined where it needs none. */
export const secondFactorSince = async (db: Reader, userId: number): Promise<Date | undefined> => {
  const found = await db
    .selectFrom('second_factors')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found?.confirmed_at ?? undefined;
};

/** Uses a code of the app; false where it is wrong, expired, or not newer than the last one used. */
const takeAppCode = async (db: Kysely<Tables>, userId: number, code: string): Promise<boolean> => {
  const factor = await factorOf(db, userId);
  if (!factor) return false;
  const totp = totpOf(factor.secret, '');
  const step = totp.validate({ token: code, window: toleratedSteps });
  if (step === null) return false;
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: totp.counter() + step })
    .where('user_id', '=', userId)
    .where('last_step', '<', totp.counter() + step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

const takeRecoveryCode = async (db: Kysely<Tables>, userId: number, code: string) => {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
};

/** Uses a code of the app or a recovery code, without spaces and dashes. */
export const takeCode = (db: Kysely<Tables>, userId: number, code: string): Promise<boolean> =>
  /^\d{6}$/.test(code) ? takeAppCode(db, userId, code) : takeRecoveryCode(db, userId, code);

/** Creates a secret that takes effect once confirmed; it replaces an earlier unconfirmed one. */
export const prepareFactor = async (
  db: Kysely<Tables>,
  { id, email }: { id: number; email: string },
): Promise<{ secret: string; uri: string } | undefined> => {
  const secret = randomBytes(secretBytes);
  const sealed = seal((await serverKeys(db, keyName)).current, ownerOf(id), secret);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factors')
    .values({ user_id: id, secret: sealed })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret: sealed, last_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return undefined;
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
};

/** Switches a prepared factor on with a code of the app. */
export const confirmFactor = async (
  db: Kysely<Tables>,
  userId: number,
  code: string,
): Promise<boolean> => /^\d{6}$/.test(code) && takeAppCode(db, userId, code);

/** Lower-case base32 letters: no two look alike. */
const writeCode = (): string => {
  const letters = new Secret({ buffer: new Uint8Array(randomBytes(recoveryCodeBytes)).buffer });
  return letters.base32.toLowerCase();
};

/** New recovery codes that replace the old ones, in groups of four; only their hashes are stored. */
export const replaceRecoveryCodes = async (db: Writer, userId: number): Promise<string[]> => {
  const codes = Array.from({ length: recoveryCodeCount }, writeCode);
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(code) })))
    .execute();
  return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'));
};

/** Marks the prepared factor as confirmed. */
export const countFactor = async (db: Writer, userId: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Removes the factor and its recovery codes; false where there was no confirmed factor. */
export const removeFactor = async (db: Writer, userId: number): Promise<boolean> => {
  const removed = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return Boolean(removed?.confirmed_at);
};
