// Administrators make and revoke API keys.
import { apiKeyLimits } from '@survey/contract';
import type { Kysely } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import { type NewApiKey, removeApiKey, storeApiKey } from '../../plugins/api-keys.ts';
import { say, telling } from '../../say.ts';

/**
 * Makes a key and returns its secret, which no other call returns.
 * @throws AppError conflict where there are too many
 */
export const addApiKey = (db: Kysely<Tables>, actor: Actor & { id: number }, given: NewApiKey) =>
  db.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom('api_keys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count >= apiKeyLimits.keys)
      throw new AppError('conflict', say('too-many-api-keys', { count }));
    const { id, key, begins, expires_at } = await storeApiKey(transaction, actor.id, given);
    const { name, scopes, circles } = given;
    await audit(transaction, actor, {
      action: 'add-api-key',
      subject: name,
      rowCount: 1,
      details: { key_id: id, begins, scopes, circles, expires_at },
    });
    return { success: true, ...telling('api-key-added', { name }), key };
  });

/** @throws AppError not-found */
export const endApiKey = async (db: Writer, actor: Actor, { id }: { id: number }) => {
  const ended = await removeApiKey(db, id);
  if (!ended) throw new AppError('not-found', say('no-api-key', { id }));
  const { name, begins, last_used_at, last_address } = ended;
  await audit(db, actor, {
    action: 'end-api-key',
    subject: name,
    rowCount: 1,
    details: { key_id: id, begins, last_used: last_used_at, last_address },
  });
  return { success: true, ...telling('api-key-was-ended', { name }) };
};
