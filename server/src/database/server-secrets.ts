// Keys that all servers of a database share; made at the first start. After an exchange the earlier key stays valid
// beside the new one until it is ended (ADR 76).
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from './connection.ts';
import type { Tables } from './tables.ts';

const keyBytes = 32;

export interface ServerKeys {
  current: Buffer;
  /** The key before the last exchange, and the time of the exchange. */
  earlier: { key: Buffer; exchangedAt: Date } | undefined;
}

const readKeys = async (db: Reader, name: string): Promise<ServerKeys | undefined> => {
  const found = await db
    .selectFrom('server_secrets')
    .select(['value', 'earlier', 'exchanged_at'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (!found) return undefined;
  const { value, earlier, exchanged_at: exchangedAt } = found;
  return {
    current: value,
    earlier: earlier && exchangedAt ? { key: earlier, exchangedAt } : undefined,
  };
};

/** The keys of this name, the same on every server; made if there are none. */
export const serverKeys = async (db: Kysely<Tables>, name: string): Promise<ServerKeys> => {
  const known = await readKeys(db, name);
  if (known) return known;
  await db
    .insertInto('server_secrets')
    .values({ name, value: randomBytes(keyBytes) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readKeys(db, name)) as ServerKeys;
};

/** The present key of this name: 32 random bytes, the same on every server. */
export const serverSecret = async (db: Kysely<Tables>, name: string): Promise<Buffer> =>
  (await serverKeys(db, name)).current;

/** Makes a new key. The present one becomes the earlier one, and the one before that is deleted. */
export const exchangeKey = async (db: Writer, name: string): Promise<void> => {
  const fresh = randomBytes(keyBytes);
  await sql`
    insert into server_secrets (name, value) values (${name}, ${fresh})
    on conflict (name) do update set earlier = server_secrets.value, value = ${fresh}, exchanged_at = now()`.execute(
    db,
  );
};

/** Ends the earlier key at once. */
export const endEarlierKey = async (db: Writer, name: string): Promise<void> => {
  await db
    .updateTable('server_secrets')
    .set({ earlier: null, exchanged_at: null })
    .where('name', '=', name)
    .execute();
};
