// Administrators make, change and remove webhooks, and send deliveries again.
import { randomBytes, randomUUID } from 'node:crypto';
import {
  type calls,
  circleKey,
  type HandlerInput,
  webhookLimits,
  webhookTestEvent,
} from '@survey/contract';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import { say, telling } from '../../say.ts';
import { checkUrl } from './addresses.ts';
import { sendTest } from './deliver.commands.ts';
import { sealSecret, writeSecret } from './receivers.queries.ts';
import { writtenProblem } from './webhooks.queries.ts';

const secretBytes = 32;

const noWebhook = (id: number) => new AppError('not-found', say('no-webhook', { id }));

/** For the audit entry: some receivers have a token in the query of their address. */
const withoutQuery = (url: string): string => url.replace(/[?#].*$/, '');

const circlesOf = (circles: readonly string[] | null) => ({
  circles: circles && [...circles],
  circle_keys: circles?.map(circleKey) ?? null,
});

type NewWebhook = Omit<HandlerInput<typeof calls.addWebhook>['body'], 'password' | 'code'>;

/**
 * Makes a webhook and returns its secret, which no other call returns.
 * @param hosts that may be private (WEBHOOK_HOSTS)
 * @throws AppError invalid-input for an address that is not allowed, conflict where there are too many
 */
export const addWebhook = async (
  db: Kysely<Tables>,
  actor: Actor,
  { name, url, events, circles }: NewWebhook,
  hosts: readonly string[],
) => {
  checkUrl(url, hosts);
  const secret = randomBytes(secretBytes);
  const sealed = await sealSecret(db, secret);
  const id = await db.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom('webhooks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count >= webhookLimits.webhooks) {
      throw new AppError('conflict', say('too-many-webhooks', { count }));
    }
    const added = await transaction
      .insertInto('webhooks')
      .values({
        name,
        url,
        events,
        ...circlesOf(circles),
        secret: sealed,
        created_by: actor.username,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(transaction, actor, {
      action: 'add-webhook',
      subject: name,
      rowCount: 1,
      details: { webhook_id: added.id, url: withoutQuery(url), events, circles },
    });
    return added.id;
  });
  return { success: true, ...telling('webhook-added', { name }), id, secret: writeSecret(secret) };
};

/** @throws AppError not-found */
export const changeWebhook = async (
  db: Writer,
  actor: Actor,
  given: Omit<HandlerInput<typeof calls.changeWebhook>['body'], 'password' | 'code'>,
) => {
  const { id, name, events, circles, is_on } = given;
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ name, events, ...circlesOf(circles), is_on })
    .set({
      off_reason: sql`case when ${is_on} then null else coalesce(off_reason, 'by-hand') end`,
      // An administrator who switches it on again expects an attempt at once.
      rests_until: null,
      failing_since: sql`case when is_on then failing_since end`,
    })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw noWebhook(id);
  await audit(db, actor, {
    action: 'change-webhook',
    subject: name,
    rowCount: 1,
    details: { webhook_id: id, events, circles, is_on },
  });
  return { success: true, ...telling('webhook-changed', { name }) };
};

/** @throws AppError not-found */
export const removeWebhook = async (db: Writer, actor: Actor, id: number) => {
  const removed = await db
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .returning(['name', 'url'])
    .executeTakeFirst();
  if (!removed) throw noWebhook(id);
  const { name, url } = removed;
  await audit(db, actor, {
    action: 'remove-webhook',
    subject: name,
    rowCount: 1,
    details: { webhook_id: id, url: withoutQuery(url) },
  });
  return { success: true, ...telling('webhook-removed', { name }) };
};

/**
 * Makes a new secret. The earlier one stays valid for some hours, until the receiver knows the new one. @throws
 * AppError not-found
 */
export const renewSecret = async (db: Kysely<Tables>, actor: Actor, id: number) => {
  const secret = randomBytes(secretBytes);
  const sealed = await sealSecret(db, secret);
  const name = await db.transaction().execute(async (transaction) => {
    const renewed = await transaction
      .updateTable('webhooks')
      .set(({ ref }) => ({
        earlier_secret: ref('secret'),
        earlier_until: sql<Date>`now() + make_interval(hours => ${webhookLimits.earlierSecretHours})`,
        secret: sealed,
      }))
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    if (!renewed) throw noWebhook(id);
    await audit(transaction, actor, {
      action: 'renew-webhook-secret',
      subject: renewed.name,
      rowCount: 1,
      details: { webhook_id: id },
    });
    return renewed.name;
  });
  const said = telling('webhook-secret-renewed', { name });
  return { success: true, ...said, id, secret: writeSecret(secret) };
};

/** Sends a test message and returns the result. @throws AppError not-found */
export const testWebhook = async (
  db: Kysely<Tables>,
  actor: Actor,
  id: number,
  { hosts, signal }: { hosts: readonly string[]; signal: AbortSignal },
) => {
  const payload = { type: webhookTestEvent, timestamp: new Date().toISOString(), data: {} };
  const message = { id: randomUUID(), payload: JSON.stringify(payload) };
  const attempt = await sendTest({ db, hosts }, id, message, signal);
  if (!attempt) throw noWebhook(id);
  const { name, status, problem, took } = attempt;
  await db.transaction().execute((transaction) =>
    audit(transaction, actor, {
      action: 'test-webhook',
      subject: name,
      rowCount: 0,
      details: { webhook_id: id, status, problem: problem ?? null },
    }),
  );
  return { success: !problem, status, took, ...writtenProblem(problem) };
};

/**
 * Makes deliveries wait again: one delivery, or all since the beginning of a day. With `dry_run` they are only counted.
 * @throws AppError not-found, invalid-input where the webhook is off
 */
export const resend = async (
  db: Writer,
  actor: Actor,
  { id, delivery, from, dry_run }: HandlerInput<typeof calls.resendWebhook>['body'],
) => {
  const webhook = await db
    .selectFrom('webhooks')
    .select(['name', 'is_on'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!webhook) throw noWebhook(id);
  if (!webhook.is_on) throw new AppError('invalid-input', say('webhook-is-off'));
  const chosen = sql<boolean>`webhook_id = ${id} and ${
    delivery === undefined
      ? sql`state <> 'waiting' and at >= (${from}::date)::timestamptz`
      : sql`id = ${delivery}`
  }`;
  if (dry_run) {
    const { count } = await db
      .selectFrom('webhook_deliveries')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(chosen)
      .executeTakeFirstOrThrow();
    return { success: true, ...telling('webhook-will-resend', { count }), count };
  }
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({
      state: 'waiting',
      is_resent: true,
      attempts: 0,
      // The result of the earlier attempts does not apply any more.
      status: null,
      problem: null,
      next_at: sql<Date>`now()`,
    })
    .where(chosen)
    .executeTakeFirst();
  const count = Number(numUpdatedRows);
  if (delivery !== undefined && count === 0) throw new AppError('not-found', say('no-delivery'));
  await audit(db, actor, {
    action: 'resend-webhook',
    subject: webhook.name,
    rowCount: count,
    details: { webhook_id: id, from: from ?? null, delivery: delivery ?? null },
  });
  return { success: true, ...telling('webhook-resent', { count }), count };
};
