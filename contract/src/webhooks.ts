// Webhooks: events of reports, sent to another system as they happen, as Standard Webhooks
// (docs/feeds.md). Beyond spec 7.
import { z } from 'zod';
import { ownCode, ownPassword } from './account.ts';
import { defineCall } from './call.ts';
import { day } from './dates.ts';
import { fieldMessages } from './field-messages.ts';
import { circleName, done, recordId, requiredText } from './fields.ts';
import { said } from './said.ts';
import { webhookEvents } from './webhook-events.ts';

export const webhookLimits = {
  webhooks: 20,
  circles: 100,
  /** Characters of an address. */
  url: 1000,
  /** Deliveries of a page of the log. */
  logged: 50,
  /** Days for which a delivery is kept, and can be sent again. */
  keptDays: 14,
  /** Hours for which the secret before the last one signs too. */
  earlierSecretHours: 24,
} as const;

/** What every secret begins with, as Standard Webhooks have it. */
export const webhookSecretPrefix = 'whsec_';

const access = 'administrator';
const module = 'webhooks';
const errors = ['unauthenticated', 'access-not-allowed', 'invalid-input'] as const;

/** Why nothing is sent: by hand, after three days of failures, or because the receiver answered 410 Gone. */
const offReasons = ['by-hand', 'failing', 'gone'] as const;

const webhook = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** Null: all circles. */
  circles: z.array(z.string()).nullable(),
  is_on: z.boolean(),
  /** Null while it is on. */
  off_reason: z.enum(offReasons).nullable(),
  /** Since when every attempt fails; null where the last one did not. */
  failing_since: z.string().nullable(),
  /** Until when the secret before the last one signs too; null where there is none. */
  earlier_secret_until: z.string().nullable(),
  /** Deliveries that wait to be sent, or to be sent again. */
  waiting: z.number(),
  created_at: z.string(),
  created_by: z.string(),
  last_delivered_at: z.string().nullable(),
});
export type Webhook = z.infer<typeof webhook>;

const exampleWebhook = {
  id: 1,
  name: 'Billing system',
  url: 'https://billing.example.org/hooks/survey',
  events: ['report.received', 'report.sent_back'],
  circles: null,
  is_on: true,
  off_reason: null,
  failing_since: null,
  earlier_secret_until: null,
  waiting: 0,
  created_at: '2026-03-10T09:00:00.000Z',
  created_by: 'admin@example.org',
  last_delivered_at: '2026-03-10T11:42:00.000Z',
} satisfies Webhook;

export const webhooks = defineCall({
  name: 'webhooks',
  module,
  method: 'GET',
  path: '/api/webhooks',
  access,
  summary: 'All webhooks, newest first. Their secrets are shown only where they are made.',
  input: {},
  reply: { kind: 'json', schema: z.object({ webhooks: z.array(webhook) }) },
  errors,
  extension: true,
  example: { reply: { webhooks: [exampleWebhook] } },
});

/** What can be changed of a webhook; its address cannot. */
const settings = z.object({
  name: requiredText(100),
  events: z
    .array(z.enum(webhookEvents))
    .min(1, fieldMessages.required)
    .max(webhookEvents.length)
    .transform((events) => [...new Set(events)]),
  /** None, or null: all circles. */
  circles: z
    .array(circleName)
    .max(webhookLimits.circles)
    .nullish()
    .transform((circles) => (circles?.length ? [...new Set(circles)] : null)),
});

/** The form of a new webhook. */
export const newWebhook = settings.extend({ url: requiredText(webhookLimits.url) });

const shownSecret = done.extend({
  id: z.number(),
  /** `whsec_` and base64: what the receiver checks signatures with. */
  secret: z.string(),
});

export const addWebhook = defineCall({
  name: 'addWebhook',
  module,
  method: 'POST',
  path: '/api/webhooks/add',
  access,
  summary: 'Makes a webhook; the answer shows its secret, and nothing does afterwards.',
  input: { body: newWebhook.extend({ password: ownPassword, code: ownCode }) },
  reply: { kind: 'json', schema: shownSecret },
  errors: [...errors, 'too-many-attempts', 'conflict'],
  extension: true,
  example: {
    body: {
      name: 'Billing system',
      url: 'https://billing.example.org/hooks/survey',
      events: ['report.received'],
      password: 'a long password',
    },
  },
});

export const changeWebhook = defineCall({
  name: 'changeWebhook',
  module,
  method: 'POST',
  path: '/api/webhooks/change',
  access,
  summary:
    'Changes name, events and circles of a webhook, or switches it on or off. What waits is kept meanwhile.',
  input: {
    body: settings.extend({
      id: recordId,
      is_on: z.boolean(),
      password: ownPassword,
      code: ownCode,
    }),
  },
  reply: { kind: 'json', schema: done },
  errors: [...errors, 'too-many-attempts', 'not-found'],
  extension: true,
  example: {
    body: {
      id: 1,
      name: 'Billing',
      events: ['report.received'],
      is_on: true,
      password: 'a long password',
    },
  },
});

export const removeWebhook = defineCall({
  name: 'removeWebhook',
  module,
  method: 'POST',
  path: '/api/webhooks/remove',
  access,
  summary: 'Removes a webhook with its log; what waits is not sent.',
  input: { body: z.object({ id: recordId }) },
  reply: { kind: 'json', schema: done },
  errors: [...errors, 'not-found'],
  extension: true,
  example: { body: { id: 1 } },
});

export const renewWebhookSecret = defineCall({
  name: 'renewWebhookSecret',
  module,
  method: 'POST',
  path: '/api/webhooks/secret',
  access,
  summary: `Makes a new secret. For ${webhookLimits.earlierSecretHours} hours messages are signed with both.`,
  input: { body: z.object({ id: recordId, password: ownPassword, code: ownCode }) },
  reply: { kind: 'json', schema: shownSecret },
  errors: [...errors, 'too-many-attempts', 'not-found'],
  extension: true,
  example: { body: { id: 1, password: 'a long password' } },
});

/** What came of an attempt. */
const attempt = z.object({
  /** HTTP status; null where there was no answer. */
  status: z.number().nullable(),
  /** Why it failed, in words; null where it did not. */
  problem: z.string().nullable(),
  problem_said: said.optional(),
  /** Milliseconds. */
  took: z.number(),
});

export const testWebhook = defineCall({
  name: 'testWebhook',
  module,
  method: 'POST',
  path: '/api/webhooks/test',
  access,
  summary: 'Sends a message of type webhook.test at once, and says what came of it.',
  input: { body: z.object({ id: recordId }) },
  reply: { kind: 'json', schema: attempt.extend({ success: z.boolean() }) },
  errors: [...errors, 'not-found'],
  extension: true,
  example: { body: { id: 1 } },
});

/** States of a delivery: to be sent or sent again, accepted by the receiver, or given up. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

const delivery = z.object({
  id: z.number(),
  /** `webhook-id`, the same with each attempt. */
  message_id: z.string(),
  event: z.enum(webhookEvents),
  circle: z.string(),
  pin: z.string(),
  at: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  /** Of the next attempt, while it waits. */
  next_at: z.string().nullable(),
  attempted_at: z.string().nullable(),
  status: z.number().nullable(),
  problem: z.string().nullable(),
  problem_said: said.optional(),
  /** The message's body, as it is sent. */
  payload: z.string(),
});
export type WebhookDelivery = z.infer<typeof delivery>;

export const webhookLog = defineCall({
  name: 'webhookLog',
  module,
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  access,
  summary: 'The deliveries of a webhook, newest first, before the one with the id `before`.',
  input: {
    params: z.object({ id: recordId }),
    query: z.object({ state: z.enum(deliveryStates).optional(), before: recordId.optional() }),
  },
  reply: {
    kind: 'json',
    schema: z.object({ deliveries: z.array(delivery), has_more: z.boolean() }),
  },
  errors: [...errors, 'not-found'],
  extension: true,
  example: { params: { id: 1 }, query: { state: 'failed' } },
});

export const resendWebhook = defineCall({
  name: 'resendWebhook',
  module,
  method: 'POST',
  path: '/api/webhooks/resend',
  access,
  summary:
    'Sends one delivery again, or all from the beginning of a day on. With `dry_run` nothing is sent and the answer counts them.',
  input: {
    body: z
      .object({
        id: recordId,
        delivery: recordId.optional(),
        /** A day of the operation. */
        from: day.optional(),
        dry_run: z.boolean().default(false),
      })
      .refine(({ delivery, from }) => (delivery === undefined) !== (from === undefined), {
        path: ['from'],
        message: fieldMessages.required,
      }),
  },
  reply: { kind: 'json', schema: done.extend({ count: z.number() }) },
  errors: [...errors, 'not-found'],
  extension: true,
  example: { body: { id: 1, from: '2026-03-10', dry_run: true } },
});
