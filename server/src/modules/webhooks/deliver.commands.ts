// Delivers what waits for each webhook, after the commit that wrote it: leased, sent outside of transactions, tried again
// over three days (ADR 96).
import { setTimeout as pause } from 'node:timers/promises';
import { webhookLimits } from '@survey/contract';
import { type Kysely, sql } from 'kysely';
import { audit, program } from '../../database/audit.ts';
import type { Tables } from '../../database/tables.ts';
import { type Attempt, openLine } from './post-message.ts';
import { receiverOf } from './receivers.queries.ts';

/** How often it is asked what waits, in milliseconds: the median of the wait is half of it. */
const askEveryMs = 400;
/** Deliveries that are leased at once, and sent at once to one receiver. */
const leased = 16;
const atOnce = 8;
/**
 * After each batch a sender rests twice as long as it took, at most this many milliseconds: requests have two thirds of
 * the time. A receiver that is slow by itself costs little, so it is not made slower.
 */
const mostPauseMs = 100;
/** A run ends after this many milliseconds: the next one reads address and secrets again. */
const runMs = 2000;
/** Longer than the attempts of one lease can take; a server that is killed leaves them to others after it. */
const leaseSeconds = 45;
/** Seconds from each attempt to the next, as Standard Webhooks have it; there is none after the last. */
const retrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** A receiver that fails rests this long at most before other messages are tried. */
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
 * Of each pin the oldest that waits, and no other until it is delivered or given up. What is sent again by hand comes
 * after what is new, and holds up nothing.
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

/** ± 20 %, so that receivers that come back are not met by everything at once. */
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

/** What the attempts say of the receiver: it is well, it rests, or it is switched off. */
const keepHealth = async (db: Kysely<Tables>, webhookId: number, sent: readonly Sent[]) => {
  const isAnyDelivered = sent.some(([, { problem }]) => !problem);
  if (isAnyDelivered) {
    await sql`update webhooks set last_delivered_at = now(), failing_since = null, rests_until = null
      where id = ${webhookId}`.execute(db);
    return;
  }
  const isGone = sent.some(([, { status }]) => status === gone);
  await db.transaction().execute(async (transaction) => {
    // As long again as it has failed already.
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

/** Sends what waits for one webhook, until nothing does, the receiver fails, or the run is over. */
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
      // Of a server that stops, nobody knows whether it arrived: others send it after the lease.
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

/** Webhooks that are on, and have something to send now. */
const dueWebhooks = async (db: Kysely<Tables>): Promise<{ id: number; is_due: boolean }[]> => {
  const { rows } = await sql<{ id: number; is_due: boolean }>`
    select id, coalesce(rests_until < now(), true) and exists (select from webhook_deliveries
      where webhook_id = webhooks.id and state = 'waiting' and next_at <= now()) as is_due
    from webhooks where is_on`.execute(db);
  return rows;
};

/**
 * Delivers until the signal says stop, or there is no webhook that is on. Each receiver has a sender of its own: one that
 * hangs holds up no other.
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

/** Rows that are deleted at once. */
const sweptAtOnce = 10_000;

/** Deletes deliveries that are past the days for which they are kept; what waits for a webhook that is on stays. @returns how many */
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

/** The event of the test button has no report, and is not kept. */
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
