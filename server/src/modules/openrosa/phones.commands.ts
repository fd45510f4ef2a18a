// Phones are set up and ended by administrators.

import type { calls, HandlerInput } from '@survey/contract';
import { AppError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import { addPhoneCredential, endPhoneCredential } from '../../plugins/phone-credentials.ts';
import { say, telling } from '../../say.ts';
import { lockSurveyors } from '../sign-in/active-surveyors.queries.ts';
import { collectSettings } from './collect-settings.ts';

type SetUp = HandlerInput<typeof calls.setUpPhones>['body'];

/**
 * Makes a credential for a phone of each of these users.
 * @param address where phones reach OpenRosa
 * @throws AppError not-found, user-blocked: then for none of them
 */
export const setUpPhones = async (
  db: Writer,
  actor: Actor,
  { user_ids, phone, language }: SetUp,
  address: string,
) => {
  const phones = [];
  for (const { id: userId, username, name } of await lockSurveyors(db, [...new Set(user_ids)])) {
    const { id, secret } = await addPhoneCredential(db, { userId, name: phone });
    await audit(db, actor, {
      action: 'set-up-phone',
      subject: username,
      rowCount: 1,
      details: { user_id: userId, phone_id: id, phone },
    });
    const settings = collectSettings({ address, username, secret, project: name, language });
    phones.push({ id, user_id: userId, username, name, phone, settings });
  }
  return { address, phones };
};

/** @throws AppError not-found */
export const endPhone = async (db: Writer, actor: Actor, { id }: { id: number }) => {
  const ended = await endPhoneCredential(db, id);
  if (!ended) throw new AppError('not-found', say('no-phone', { id }));
  const { username } = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', ended.user_id)
    .executeTakeFirstOrThrow();
  await audit(db, actor, {
    action: 'end-phone',
    subject: username,
    rowCount: 1,
    details: {
      user_id: ended.user_id,
      phone_id: id,
      phone: ended.name,
      last_used: ended.last_used_at,
    },
  });
  return { success: true, ...telling('phone-was-ended', { phone: ended.name, username }) };
};
