// Delivers the waiting messages of each webhook (ADR 96): they are leased, sent outside of transactions, and tried
// again over three days.
import { setTimeout as pause } from 'node:timers/promises';
import { webhookLimits } from '@survey/contract';
import { type Kysely, sql } from 'kysely';
import { audit, program } from '../../database/audit.ts';
import type { Tables } from '../../database/tables.ts';
import { type Attempt, openLine } from './post-message.ts';
import { receiverOf } from './receivers.queries.ts';

/** Interval of looking for waiting messages, in milliseconds; a message waits half of it on average. */
const askEveryMs = 400;
/** Deliveries of one lease, and how many of them are sent to one receiver at once. */
const leased = 16;
const atOnce = 8;
/**
 * After each batch a sender pauses for twice the time of the batch, at most this many milliseconds, so that requests
 * have two thirds of the time. The limit is for slow receivers: they use little time of this server anyway.
 */
const mostPauseMs = 100;
/** A run ends after this many milliseconds, so that the next one reads a changed address or secret. */
const runMs = 2000;
/**
 * More than all attempts of one lease can take. If a server is killed, other servers send its messages after this time.
 */
const leaseSeconds = 45;
/** Seconds between attempts, as Standard Webhooks recommends; after the last there is no further attempt. */
const retrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** Longest pause after a receiver failed, before other messages are tried. */
const mostRestSeconds = 1800;
/** Days of failures after which a webhook is switched off. */
const offAfterDays = 3;
const gone = 410;

interface Lease {
  id: number;
  message_id: string;
  payload: string;
  attempts: number;
  is_resent: boolean;
}

/**
 * Leases the oldest waiting delivery of each PIN; the next one waits until it is delivered or given up. Deliveries that
 * are sent again by hand come after new ones and delay none of them.
 */
const lease = async (db: Kysely<Tables>, webhookId: number): Promise<Lease[]> => {
  const { rows } = await sql<Lease>`
    with due as (
      select id from webhook_deliveries as d
      where webhook_id = ${webhookId} and state = 'waiting' and next_at <= now()
        and exists (select from webhooks where id = ${webhookId} and is_on)
        and not exists (select from webhook_deliveries as earlier
          where earlier.webhook_id = d.webhook_id and earlier.state = 'waiting' and earlier.circle = d.circle
            and earlier.pin = d.pin and earlier.id < d.id and earlier.is_resent <= d.is_resent)
      order by is_resent, next_at, id limit ${leased} for update skip locked
    )
    update webhook_deliveries as d
    set attempts = attempts + 1, attempted_at = now(), next_at = now() + make_interval(secs => ${leaseSeconds})
    from due where d.id = due.id
    returning d.id, message_id, payload, attempts, is_resent`.execute(db);
  return rows.sort(
    (one, other) => Number(one.is_resent) - Number(other.is_resent) || one.id - other.id,
  );
};

/** Varies a time by 20 %, so that a receiver that works again does not get everything at once. */
const jittered = (seconds: number): number => seconds * (0.8 + 0.4 * Math.random());

/** Seconds until the next attempt; undefined where there is none. */
const retryAfter = ({ attempts }: Lease, attempt: Attempt): number | undefined => {
  const seconds = retrySeconds[attempts - 1];
  if (seconds === undefined) return undefined;
  return Math.max(jittered(seconds), Math.min(attempt.retryAfter ?? 0, retrySeconds.at(-1) ?? 0));
};

type Sent = readonly [Lease, Attempt];

const keepResults = (db: Kysely<Tables>, sent: readonly Sent[]) => {
  const results = sent.map(([one, attempt]) => {
    const wait = attempt.problem ? retryAfter(one, attempt) : undefined;
    const state = attempt.problem ? (wait === undefined ? 'failed' : 'waiting') : 'delivered';
    const { status, problem = null } = attempt;
    return { id: one.id, state, wait: wait ?? 0, status, problem };
  });
  return sql`
    update webhook_deliveries as d set state = result.state, status = result.status, problem = result.problem,
      next_at = now() + make_interval(secs => result.wait)
    from jsonb_to_recordset(${JSON.stringify(results)}) as result (id bigint, state text, wait double precision,
      status integer, problem text)
    where d.id = result.id`.execute(db);
};

/** Stores what the attempts say of the receiver: it works, it is left alone for a while, or it is switched off. */
const keepHealth = async (db: Kysely<Tables>, webhookId: number, sent: readonly Sent[]) => {
  const isAnyDelivered = sent.some(([, { problem }]) => !problem);
  if (isAnyDelivered) {
    await sql`update webhooks set last_delivered_at = now(), failing_since = null, rests_until = null
      where id = ${webhookId}`.execute(db);
    return;
  }
  const isGone = sent.some(([, { status }]) => status === gone);
  await db.transaction().execute(async (transaction) => {
    // The pause is as long as the receiver has been failing.
    const { rows } = await sql<{ name: string; off_reason: string | null; was_on: boolean }>`
      update webhooks set failing_since = coalesce(failing_since, now()),
        rests_until = now() + least(greatest(now() - coalesce(failing_since, now()), interval '5 seconds'),
          make_interval(secs => ${mostRestSeconds})),
        is_on = is_on and off is null, off_reason = coalesce(off_reason, off)
      from (select is_on as was_on, case when ${isGone} then 'gone'
        when failing_since < now() - make_interval(days => ${offAfterDays}) then 'failing' end as off
        from webhooks where id = ${webhookId} for update) as health
      where id = ${webhookId} returning name, off_reason, was_on`.execute(transaction);
    const [health] = rows;
    if (!health?.was_on || !health.off_reason) return;
    await audit(transaction, program, {
      action: 'change-webhook',
      subject: health.name,
      rowCount: 1,
      details: { webhook_id: webhookId, is_on: false, off_reason: health.off_reason },
    });
  });
};

interface Sender {
  db: Kysely<Tables>;
  /** Hosts that may be private (WEBHOOK_HOSTS). */
  hosts: readonly string[];
}

/** Sends what waits for one webhook, until nothing is left, the receiver fails, or the run has lasted `runMs`. */
const deliverTo = async ({ db, hosts }: Sender, webhookId: number, signal: AbortSignal) => {
  const receiver = await receiverOf(db, webhookId);
  if (!receiver?.is_on) return;
  const line = openLine(receiver, hosts, signal);
  const end = performance.now() + runMs;
  try {
    while (!signal.aborted && performance.now() < end) {
      const begin = performance.now();
      const waiting = await lease(db, webhookId);
      if (waiting.length === 0) return;
      const sent: Sent[] = [];
      const left = [...waiting];
      const sendNext = async () => {
        for (let one = left.shift(); one && !signal.aborted; one = left.shift()) {
          sent.push([one, await line.post({ id: one.message_id, payload: one.payload })]);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, sendNext));
      // A server that stops does not know whether its last messages arrived: others send them again after the lease.
      if (signal.aborted) return;
      await keepResults(db, sent);
      await keepHealth(db, webhookId, sent);
      if (sent.every(([, { problem }]) => problem)) return;
      const rest = Math.min(2 * (performance.now() - begin), mostPauseMs);
      await pause(rest, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    line.close();
  }
};

/** Webhooks that are on; `is_due` where a message can be sent now. */
const dueWebhooks = async (db: Kysely<Tables>): Promise<{ id: number; is_due: boolean }[]> => {
  const { rows } = await sql<{ id: number; is_due: boolean }>`
    select id, coalesce(rests_until < now(), true) and exists (select from webhook_deliveries
      where webhook_id = webhooks.id and state = 'waiting' and next_at <= now()) as is_due
    from webhooks where is_on`.execute(db);
  return rows;
};

/**
 * Delivers until the signal is aborted or no webhook is on. Each receiver has a sender of its own, so that a slow one
 * does not delay others.
 */
export const deliverWaiting = async (sender: Sender, signal: AbortSignal): Promise<void> => {
  const underWay = new Map<number, Promise<void>>();
  let failure: unknown;
  while (!signal.aborted && failure === undefined) {
    const webhooks = await dueWebhooks(sender.db);
    if (webhooks.length === 0 && underWay.size === 0) return;
    for (const { id } of webhooks.filter(({ id, is_due }) => is_due && !underWay.has(id))) {
      const done = deliverTo(sender, id, signal)
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => underWay.delete(id));
      underWay.set(id, done);
    }
    await pause(askEveryMs, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(underWay.values());
  if (failure !== undefined && !signal.aborted) throw failure;
};

/** Rows that are deleted in one statement. */
const sweptAtOnce = 10_000;

/**
 * Deletes deliveries after the time for which they are kept, except those that wait for a webhook that is on. @returns
 * how many
 */
export const forgetOldDeliveries = async (
  db: Kysely<Tables>,
  signal: AbortSignal,
): Promise<number> => {
  let count = 0;
  for (let swept = sweptAtOnce; swept === sweptAtOnce && !signal.aborted; count += swept) {
    const { numAffectedRows } = await sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries
        where at < now() - make_interval(days => ${webhookLimits.keptDays})
          and (state <> 'waiting' or not (select is_on from webhooks where id = webhook_id))
        limit ${sweptAtOnce})`.execute(db);
    swept = Number(numAffectedRows ?? 0n);
  }
  return count;
};

/** Sends a test message, which has no report and is not stored. */
export const sendTest = async (
  { db, hosts }: Sender,
  webhookId: number,
  message: { id: string; payload: string },
  signal: AbortSignal,
): Promise<(Attempt & { name: string }) | undefined> => {
  const receiver = await receiverOf(db, webhookId);
  if (!receiver) return undefined;
  const line = openLine(receiver, hosts, signal);
  try {
    return { name: receiver.name, ...(await line.post(message)) };
  } finally {
    line.close();
  }
};
