// Events of webhooks. No zod here: the console's labels read this file alone.

/** Events of a report, by the name that a message has as its type. */
export const webhookEvents = [
  'report.received',
  'report.resubmitted',
  'report.reviewed',
  'report.sent_back',
  'report.flagged',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Why an attempt failed: ids of messages. */
export type WebhookProblem =
  | 'webhook-private'
  | 'webhook-no-host'
  | 'webhook-timeout'
  | 'webhook-unreachable'
  | 'webhook-redirect'
  | 'webhook-refused';

/** What the test button sends. */
export const webhookTestEvent = 'webhook.test';
