// The list of webhooks and their logs of deliveries.
import { type deliveryStates, type WebhookProblem, webhookLimits } from '@survey/contract';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { say } from '../../say.ts';

const written = (time: Date | null): string | null => time?.toISOString() ?? null;

/** All webhooks, newest first. */
export const allWebhooks = async (db: Reader) => {
  const found = await db
    .selectFrom('webhooks')
    .select(['id', 'name', 'url', 'events', 'circles', 'is_on', 'off_reason', 'failing_since'])
    .select(['created_at', 'created_by', 'last_delivered_at'])
    .select(sql<Date | null>`case when earlier_until > now() then earlier_until end`.as('until'))
    .select(
      sql<number>`(select count(*) from webhook_deliveries
        where webhook_id = webhooks.id and state = 'waiting')`.as('waiting'),
    )
    .orderBy('id', 'desc')
    .execute();
  return found.map(({ failing_since, created_at, last_delivered_at, until, ...webhook }) => ({
    ...webhook,
    failing_since: written(failing_since),
    earlier_secret_until: written(until),
    created_at: created_at.toISOString(),
    last_delivered_at: written(last_delivered_at),
  }));
};

interface LogPage {
  state?: (typeof deliveryStates)[number] | undefined;
  before?: number | undefined;
}

/** A page of a webhook's log, newest first. */
export const deliveriesOf = async (db: Reader, webhookId: number, { state, before }: LogPage) => {
  const found = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .$if(state !== undefined, (query) => query.where('state', '=', state as 'waiting'))
    .$if(before !== undefined, (query) => query.where('id', '<', before as number))
    .orderBy('id', 'desc')
    .limit(webhookLimits.logged + 1)
    .execute();
  const deliveries = found.slice(0, webhookLimits.logged).map((row) => {
    const { at, next_at, attempted_at, problem, webhook_id: _, ...delivery } = row;
    return {
      ...delivery,
      ...writtenProblem(problem),
      at: at.toISOString(),
      next_at: row.state === 'waiting' ? next_at.toISOString() : null,
      attempted_at: written(attempted_at),
    };
  });
  return { deliveries, has_more: found.length > webhookLimits.logged };
};

/** The sentence that says why an attempt failed. */
export const writtenProblem = (problem: WebhookProblem | null | undefined) => {
  if (!problem) return { problem: null };
  const { text, said } = say(problem);
  return { problem: text, problem_said: said };
};
