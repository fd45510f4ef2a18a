// Keys for programs that read (ADR 94): 178 random bits, stored only as a hash. A key ends when it expires, when it is
// revoked, and with the account of the administrator who made it.
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type ApiScope, apiKeyPrefix, roles } from '@survey/contract';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { coalesced } from '../database/coalesce.ts';
import type { Reader, Writer } from '../database/connection.ts';
import type { Tables } from '../database/tables.ts';
import { basicCredentials } from './basic-credentials.ts';
import { bearerToken, hashToken } from './sessions.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomDigits = 30;
const checkDigits = 6;
const form = new RegExp(`^${apiKeyPrefix}[0-9A-Za-z]{${randomDigits + checkDigits}}$`);
/** Characters of a key that are stored as they are: too few to guess the rest. */
const shownLength = apiKeyPrefix.length + 4;
/** How often the time of last use is written, in seconds. */
const lastUseEverySeconds = 60;
/** Days for which an expired key stays in the list. */
const listedAfterEndDays = 90;

/** The checksum of a key: CRC-32, whose four billion values fit into six digits. */
const checksum = (text: string): string => {
  let left = crc32(text);
  let written = '';
  for (let at = 0; at < checkDigits; at += 1) {
    written = digits[left % digits.length] + written;
    left = Math.floor(left / digits.length);
  }
  return written;
};

/** Bytes from 248 on are skipped, so that all digits are equally likely. */
const makeKey = (): string => {
  let random = '';
  const even = 256 - (256 % digits.length);
  while (random.length < randomDigits) {
    for (const byte of randomBytes(64)) {
      if (byte < even && random.length < randomDigits) random += digits[byte % digits.length];
    }
  }
  const key = apiKeyPrefix + random;
  return key + checksum(key);
};

/** Whether the checksum is right: a key that was copied incompletely is refused without a query. */
const isWhole = (key: string): boolean =>
  form.test(key) && checksum(key.slice(0, -checkDigits)) === key.slice(-checkDigits);

/**
 * The API key of a request: as bearer token, or as the password of Basic authentication, which Excel and Power BI need.
 * Never in the address, because addresses are logged. Undefined where the header has no key.
 */
export const apiKeyOf = (header: string | undefined): string | undefined => {
  const given = bearerToken(header) ?? basicCredentials(header)?.password;
  return given?.startsWith(apiKeyPrefix) ? given : undefined;
};

export interface NewApiKey {
  name: string;
  scopes: ApiScope[];
  circles: string[] | null;
  days: number;
}

/** Makes a key for an administrator and returns it; only its hash is stored. */
export const storeApiKey = async (
  db: Writer,
  ownerId: number,
  { name, scopes, circles, days }: NewApiKey,
): Promise<{ id: number; key: string; begins: string; expires_at: Date }> => {
  const key = makeKey();
  const begins = key.slice(0, shownLength);
  const { id, expires_at } = await db
    .insertInto('api_keys')
    .values({
      secret_hash: hashToken(key),
      begins,
      name,
      owner_id: ownerId,
      scopes,
      circles,
      expires_at: sql<Date>`now() + make_interval(days => ${days})` as never,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
  return { id, key, begins, expires_at };
};

/** All keys that were not revoked, newest first. */
export const allApiKeys = (db: Reader) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'owner_id')
    .select(['api_keys.id', 'api_keys.name', 'begins', 'scopes', 'api_keys.circles'])
    .select('users.email as owner')
    .select(['api_keys.created_at', 'expires_at', 'last_used_at', 'last_address'])
    .select(sql<boolean>`expires_at <= now()`.as('is_expired'))
    .orderBy('api_keys.id', 'desc')
    .execute();

/** Revokes a key; undefined where there is none. */
export const removeApiKey = (db: Writer, id: number) =>
  db
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .returning(['name', 'begins', 'last_used_at', 'last_address'])
    .executeTakeFirst();

/** Deletes keys that expired long ago. */
export const forgetExpiredApiKeys = async (db: Kysely<Tables>): Promise<void> => {
  await db
    .deleteFrom('api_keys')
    .where('expires_at', '<', sql<Date>`now() - make_interval(days => ${listedAfterEndDays})`)
    .execute();
};

const keysOf = async (db: Kysely<Tables>, hashes: Buffer[]) => {
  const found = await db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'owner_id')
    .select(['api_keys.id as key_id', 'secret_hash', 'api_keys.name as key_name'])
    .select(['scopes', 'api_keys.circles', 'limited_to as owner_circles'])
    .select(['users.id', 'role_id', 'username', 'users.name', 'email'])
    .select(
      sql<boolean>`coalesce(last_used_at < now() - make_interval(secs => ${lastUseEverySeconds}), true)`.as(
        'is_use_unnoted',
      ),
    )
    .where('is_active', '=', true)
    .where('role_id', '=', roles.administrator)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`secret_hash = any(${hashes}::bytea[])`)
    .execute();
  const known = new Map(found.map((key) => [key.secret_hash.toString('hex'), key]));
  return hashes.map((hash) => known.get(hash.toString('hex')));
};

/**
 * Looks up a key with its owner; undefined where it has ended. Nothing is cached, so that a revoked key ends at once;
 * look-ups of concurrent requests are coalesced (ADR 24).
 */
export const apiKeyLookUp = (db: Kysely<Tables>) => {
  const find = coalesced((hashes: Buffer[]) => keysOf(db, hashes));
  return async (key: string, address: string) => {
    if (!isWhole(key)) return undefined;
    const found = await find(hashToken(key));
    if (found?.is_use_unnoted) {
      await db
        .updateTable('api_keys')
        .set({ last_used_at: sql<Date>`now()` as never, last_address: address })
        .where('id', '=', found.key_id)
        .execute();
    }
    return found;
  };
};
