// Reads webhooks with the keys that sign their messages.
import { webhookSecretPrefix } from '@survey/contract';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { serverKeys } from '../../database/server-secrets.ts';
import type { Tables } from '../../database/tables.ts';
import { seal, unseal } from '../../plugins/sealed-secrets.ts';
import type { Receiver } from './post-message.ts';

const keyName = 'webhooks';
/** All secrets are sealed with the same owner, because the id of a new row is not known when its secret is sealed. */
const owner = 'webhook';

/** A secret in the format of Standard Webhooks, as it is given to the receiver. */
export const writeSecret = (secret: Buffer): string =>
  webhookSecretPrefix + secret.toString('base64');

export const sealSecret = async (db: Kysely<Tables>, secret: Buffer): Promise<Buffer> =>
  seal((await serverKeys(db, keyName)).current, owner, secret);

/** The receiver of a webhook; undefined where there is no such webhook. */
export const receiverOf = async (
  db: Kysely<Tables>,
  id: number,
): Promise<(Receiver & { name: string; is_on: boolean }) | undefined> => {
  const found = await db
    .selectFrom('webhooks')
    .select(['name', 'url', 'is_on', 'secret'])
    .select(
      sql<Buffer | null>`case when earlier_until > now() then earlier_secret end`.as('earlier'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return undefined;
  const { name, url, is_on, secret, earlier } = found;
  const { current } = await serverKeys(db, keyName);
  const secrets = [secret, ...(earlier ? [earlier] : [])].map((one) => unseal(current, owner, one));
  return { name, url, is_on, secrets };
};
