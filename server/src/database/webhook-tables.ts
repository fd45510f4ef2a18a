// Tables of webhooks (ADR 96); see tables.ts.
import type { deliveryStates, Webhook, WebhookEvent, WebhookProblem } from '@survey/contract';
import type { Generated } from 'kysely';
import type { Id, OptionalTime, Time } from './columns.ts';

interface WebhooksTable {
  id: Id;
  name: string;
  url: string;
  events: WebhookEvent[];
  circles: string[] | null;
  circle_keys: string[] | null;
  secret: Buffer;
  earlier_secret: Buffer | null;
  earlier_until: OptionalTime;
  is_on: Generated<boolean>;
  off_reason: Webhook['off_reason'];
  failing_since: OptionalTime;
  rests_until: OptionalTime;
  last_delivered_at: OptionalTime;
  created_at: Time;
  created_by: string;
}

interface WebhookDeliveriesTable {
  id: Id;
  webhook_id: number;
  message_id: Generated<string>;
  event: WebhookEvent;
  circle: string;
  pin: string;
  payload: string;
  at: Time;
  state: Generated<(typeof deliveryStates)[number]>;
  is_resent: Generated<boolean>;
  attempts: Generated<number>;
  next_at: Time;
  attempted_at: OptionalTime;
  status: number | null;
  problem: WebhookProblem | null;
}

export interface WebhookTables {
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
}
