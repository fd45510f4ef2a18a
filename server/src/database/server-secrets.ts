// Keys shared by all servers of one database, generated at the first start.
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The secret of this name: 32 random bytes, the same on every server. */
export const serverSecret = async (db: Kysely<Tables>, name: string): Promise<Buffer> => {
  await db
    .insertInto('server_secrets')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('server_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
};
