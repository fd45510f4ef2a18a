import { calls } from '@survey/contract';
import { AppError } from '../../app-error.ts';
import { own, read, write } from '../../plugins/calls.ts';
import { say } from '../../say.ts';
import { confirmOwner } from '../sign-in/confirm-owner.ts';
import { ownerOf } from '../sign-in/owner-of.ts';
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  renewSecret,
  resend,
  testWebhook,
} from './webhooks.commands.ts';
import { allWebhooks, deliveriesOf } from './webhooks.queries.ts';

export const webhooksRoutes = {
  webhooks: read(calls.webhooks, async ({ db }) => ({ webhooks: await allWebhooks(db) })),
  addWebhook: own(calls.addWebhook, async ({ db, actor, request, services }, { body }) => {
    const { password, code, ...given } = body;
    await confirmOwner(db, ownerOf(actor, request), { password, code });
    return addWebhook(db, actor, given, services.config.WEBHOOK_HOSTS);
  }),
  changeWebhook: own(calls.changeWebhook, async ({ db, actor, request }, { body }) => {
    const { password, code, ...given } = body;
    await confirmOwner(db, ownerOf(actor, request), { password, code });
    return db.transaction().execute((transaction) => changeWebhook(transaction, actor, given));
  }),
  removeWebhook: write(calls.removeWebhook, ({ db, actor }, { body }) =>
    removeWebhook(db, actor, body.id),
  ),
  renewWebhookSecret: own(calls.renewWebhookSecret, async ({ db, actor, request }, { body }) => {
    const { id, password, code } = body;
    await confirmOwner(db, ownerOf(actor, request), { password, code });
    return renewSecret(db, actor, id);
  }),
  testWebhook: own(calls.testWebhook, ({ db, actor, services, signal }, { body }) =>
    testWebhook(db, actor, body.id, { hosts: services.config.WEBHOOK_HOSTS, signal }),
  ),
  webhookLog: read(calls.webhookLog, async ({ db }, { params: { id }, query }) => {
    const found = await db
      .selectFrom('webhooks')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found) throw new AppError('not-found', say('no-webhook', { id }));
    return deliveriesOf(db, id, query);
  }),
  resendWebhook: write(calls.resendWebhook, ({ db, actor }, { body }) => resend(db, actor, body)),
};
