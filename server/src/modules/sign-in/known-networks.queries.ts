// Networks that accounts have signed in from: strangers' failures elsewhere do not count for them (R5).
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';

/** How long a network is known after the last sign-in from it. */
const knownDays = 30;

/**
 * What a login is counted under (the database makes its lower case, as it does where it compares), and whether an
 * account of this name has signed in from the network. One statement, whether there is such an account or not.
 */
export const signInKeys = async (
  db: Kysely<Tables>,
  login: string,
  network: string,
): Promise<{ key: string; isKnown: boolean }> => {
  const { rows } = await sql<{ key: string; is_known: boolean }>`
    select typed.key, exists (
      select from users join sign_in_networks on user_id = users.id
      where network = ${network} and last_at > now() - make_interval(days => ${knownDays})
        and typed.key in (lower(email), lower(username))
    ) as is_known
    from (select lower(${login.normalize('NFC').trim()}) as key) as typed`.execute(db);
  return { key: rows[0]?.key ?? '', isKnown: rows[0]?.is_known ?? false };
};

/** Remembers the network of a sign-in. */
export const noteNetwork = async (db: Writer, userId: number, network: string): Promise<void> => {
  await db
    .insertInto('sign_in_networks')
    .values({ user_id: userId, network })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'network']).doUpdateSet({ last_at: sql<Date>`now()` }),
    )
    .execute();
};

/** Deletes networks that nobody has signed in from for so long that they are not known any more. */
export const forgetOldNetworks = async (db: Kysely<Tables>): Promise<void> => {
  await db
    .deleteFrom('sign_in_networks')
    .where('last_at', '<', sql<Date>`now() - make_interval(days => ${knownDays})`)
    .execute();
};
