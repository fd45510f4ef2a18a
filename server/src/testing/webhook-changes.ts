// The changes of webhooks, for the test of all changes.
import { type Call, type CallName, type ClientInput, calls } from '@survey/contract';
import type { Database } from '../database/connection.ts';
import { type Answered, testPassword } from './test-server.ts';

interface Tools {
  call: <C extends Call>(made: C, input: ClientInput<C>) => Promise<Answered<C>>;
  database: () => Pick<Database, 'db'>;
}

/** Call, action of its audit entry, and a function that makes the change; each builds on the one before. */
export const webhookChanges = ({
  call,
  database,
}: Tools): [call: CallName, action: string, make: () => Promise<unknown>][] => {
  const webhookId = async () => (await call(calls.webhooks, {})).body.webhooks[0]?.id as number;
  return [
    [
      'addWebhook',
      'add-webhook',
      () =>
        call(calls.addWebhook, {
          body: {
            password: testPassword,
            name: 'Billing',
            url: 'https://example.org/hook',
            events: ['report.received'],
          },
        }),
    ],
    [
      'changeWebhook',
      'change-webhook',
      async () =>
        call(calls.changeWebhook, {
          body: {
            id: await webhookId(),
            name: 'Billing',
            events: ['report.flagged'],
            is_on: true,
            password: testPassword,
          },
        }),
    ],
    [
      'renewWebhookSecret',
      'renew-webhook-secret',
      async () =>
        call(calls.renewWebhookSecret, { body: { password: testPassword, id: await webhookId() } }),
    ],
    [
      'resendWebhook',
      'resend-webhook',
      async () =>
        call(calls.resendWebhook, { body: { id: await webhookId(), from: '2026-03-01' } }),
    ],
    [
      'testWebhook',
      'test-webhook',
      async () => {
        // The host does not exist, so that nothing leaves this machine.
        await database()
          .db.updateTable('webhooks')
          .set({ url: 'https://nowhere.invalid/hook' })
          .execute();
        return call(calls.testWebhook, { body: { id: await webhookId() } });
      },
    ],
    [
      'removeWebhook',
      'remove-webhook',
      async () => call(calls.removeWebhook, { body: { id: await webhookId() } }),
    ],
  ];
};
