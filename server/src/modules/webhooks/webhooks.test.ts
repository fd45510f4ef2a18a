// Webhooks with a real receiver on loopback: refusals, deliveries and their order, and failures of the receiver.
// Signatures are checked with the package of Standard Webhooks.
import { spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { calls, type WebhookEvent, webhookEvents } from '@survey/contract';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { openNameServer } from '../../testing/name-server.ts';
import { insertReports, type NewReport, report } from '../../testing/report-factory.ts';
import { submissionFields, submit } from '../../testing/submissions.ts';
import { testPassword } from '../../testing/test-server.ts';
import { openReceiver } from '../../testing/webhook-receiver.ts';
import { AddressRefused, resolveHost } from './addresses.ts';
import { deliverWaiting, forgetOldDeliveries } from './deliver.commands.ts';
import { openLine } from './post-message.ts';

const hosts = ['127.0.0.1'];
const server = setUpTestServer({ WEBHOOK_HOSTS: hosts.join(',') });
let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());
afterEach(async () => {
  await db().deleteFrom('webhooks').execute();
  receiver.answerWith(204);
});

const db = () => server.database.db;
const token = () => server.administrator.token;

const accepted = { review: 'accepted', reviewed_by: 'amina', reviewed_at: new Date() } as const;

interface Asked {
  url?: string;
  events?: WebhookEvent[];
  circles?: string[];
}

const add = async ({
  url = receiver.url,
  events = [...webhookEvents],
  circles = [],
}: Asked = {}) => {
  const body = { name: 'Billing', url, events, circles, password: testPassword };
  return server.call(calls.addWebhook, { body }, token());
};

/** Delivers what waits now, without waiting for later attempts. */
const deliver = async (): Promise<void> => {
  const stop = new AbortController();
  const done = deliverWaiting({ db: db(), hosts }, stop.signal);
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ due: boolean }>`
          select exists (select from webhook_deliveries as d join webhooks on webhooks.id = webhook_id
            where is_on and state = 'waiting'
              and not exists (select from webhook_deliveries as earlier where earlier.state = 'waiting'
                and earlier.pin = d.pin and earlier.id < d.id) and (next_at <= now() or (next_at > now() + interval '20 s' and attempts = 1 and status is null))
              and coalesce(rests_until < now(), true)) as due`.execute(db());
        return rows[0]?.due;
      },
      { timeout: 10_000, interval: 20 },
    )
    .toBe(false);
  stop.abort();
  await done;
};

const log = async () => db().selectFrom('webhook_deliveries').selectAll().orderBy('id').execute();
const stateOf = async () => db().selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
const types = () => receiver.received.map(({ body }) => JSON.parse(body).type);
const store = (...reports: Partial<NewReport>[]) =>
  insertReports(
    server.database,
    reports.map((one) => report(one)),
  );

describe('an address', () => {
  test.each([
    ['text', 'must be an address such as https://example.org/hooks/survey'],
    ['http://example.org/hook', 'must begin with https://'],
    ['ftp://example.org/hook', 'must begin with https://'],
    ['https://name:word@example.org/hook', 'must not hold a user name or password'],
    ...[
      '10.0.0.1',
      '169.254.169.254',
      '[::1]',
      '[::ffff:192.168.0.1]',
      '100.64.0.1',
      '0.0.0.0',
    ].map((host) => [
      `https://${host}/hook`,
      expect.stringMatching(/belongs to a private network/),
    ]),
    // Other spellings of private addresses, which URL converts to the usual one.
    ...['2130706434', '0x7f.2', '127.2'].map((host) => [
      `https://${host}/hook`,
      expect.stringMatching(/belongs to a private network/),
    ]),
  ])('%s is refused', async (url, problem) => {
    const { status, body } = await add({ url });
    expect([status, body.errors]).toEqual([422, { url: [problem] }]);
  });

  test('whose name leads to a private one is refused when it is sent to', async () => {
    const names = await openNameServer(['93.184.215.14'], ['93.184.215.14', '10.0.0.1'], []);
    const url = new URL('https://hooks.example.org/');
    try {
      expect(await resolveHost(url, [], names.resolver)).toBe('93.184.215.14');
      await expect(resolveHost(url, [], names.resolver)).rejects.toEqual(
        new AddressRefused('webhook-private'),
      );
      await expect(resolveHost(url, [], names.resolver)).rejects.toEqual(
        new AddressRefused('webhook-no-host'),
      );
    } finally {
      await names.close();
    }
    expect(await resolveHost(new URL('http://localhost:9000/'), ['localhost:9000'])).toMatch(
      /^(127\.0\.0\.1|::1)$/,
    );
  });

  test('whose name server never answers is given up with the attempt', async () => {
    const names = await openNameServer();
    const settings = { mostMs: 150, resolver: names.resolver };
    const { signal } = new AbortController();
    const line = openLine({ url: 'https://hooks.example.org/', secrets: [] }, [], signal, settings);
    try {
      expect(await line.post({ id: '1', payload: '{}' })).toMatchObject({
        status: null,
        problem: 'webhook-timeout',
      });
      expect(names.queries).toBeGreaterThan(0);
    } finally {
      line.close();
      await names.close();
    }
  });

  test('needs the password, and at most as many as there may be', async () => {
    const given = { name: 'Billing', url: receiver.url, events: ['report.received' as const] };
    const refused = await server.call(
      calls.addWebhook,
      { body: { ...given, password: 'wrong' } },
      token(),
    );
    expect(refused.body.errors).toEqual({ password: ['is not correct'] });
    const none = await server.call(
      calls.addWebhook,
      { body: { ...given, events: [], password: testPassword } },
      token(),
    );
    expect(none.status).toBe(422);
  });
});

describe('a message', () => {
  test('comes once, signed, for each event and only of the circles asked for', async () => {
    const { body } = await add({ circles: ['model town'] });
    const { token: phone } = await server.addSurveyor('hooked');
    const fields = submissionFields({ circle: 'Model Town', pin: '77' });
    const sent = await submit(server, phone, fields);
    await submit(server, phone, submissionFields({ circle: 'Johar', pin: '1' }));
    const id = sent.body.id;
    await db().updateTable('reports').set(accepted).where('id', '=', id).execute();
    await db()
      .updateTable('reports')
      .set({ review: null, reviewed_by: null, reviewed_at: null, resubmission: 1 })
      .where('id', '=', id)
      .execute();
    const again = submissionFields({ circle: 'Model Town', pin: '77', land_area: '310' });
    await submit(server, phone, again);
    await sql`insert into flags (report_id, check_name, version, severity, found, capture_time, in_queue)
      values (${id}, 'travel', 0, 2, '{"metres": 900}', now(), true)`.execute(db());
    await deliver();
    expect(types()).toEqual([
      'report.received',
      'report.reviewed',
      'report.sent_back',
      'report.resubmitted',
      'report.flagged',
    ]);
    const verifier = new Webhook(body.secret);
    for (const { body: text, headers } of receiver.received) {
      expect(verifier.verify(text, headers)).toEqual(JSON.parse(text));
    }
    const [first, , third, , last] = receiver.received.map((one) => JSON.parse(one.body));
    expect(first.data).toMatchObject({
      id,
      circle: 'Model Town',
      pin: '77',
      username: 'hooked',
      review: 'new',
      capture_time: expect.stringMatching(/Z$/),
    });
    expect(third.data.review).toBe('sent_back');
    expect(last.data.flags).toEqual([
      { check: 'travel', severity: 'warning', found: { metres: 900 } },
    ]);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(5);
    expect((await log()).every(({ state }) => state === 'delivered')).toBe(true);
    await deliver();
    expect(receiver.received).toHaveLength(5);
  });

  test('is not written by a transaction that fails, nor for a webhook that is off', async () => {
    await add();
    await expect(
      db()
        .transaction()
        .execute(async (transaction) => {
          await sql`update reports set review = 'accepted', reviewed_by = 'amina', reviewed_at = now() where resubmission is null`.execute(
            transaction,
          );
          throw new Error('rolled back');
        }),
    ).rejects.toThrow('rolled back');
    await db().updateTable('webhooks').set({ is_on: false }).execute();
    await store({ pin: 'off' });
    expect(await log()).toEqual([]);
  });

  test('is not sent any more once its webhook is switched off, whatever waits', async () => {
    await add();
    await sql`insert into webhook_deliveries (webhook_id, event, circle, pin, payload)
      select webhooks.id, 'report.received', 'Long', n::text, '{}' from webhooks, generate_series(1, 3000) as n`.execute(
      db(),
    );
    const stop = new AbortController();
    const done = deliverWaiting({ db: db(), hosts }, stop.signal);
    await expect.poll(() => receiver.received.length).toBeGreaterThan(50);
    await db().updateTable('webhooks').set({ is_on: false }).execute();
    // `deliverWaiting` ends by itself after the running batch.
    await done;
    expect(receiver.received.length).toBeLessThan(3000);
    stop.abort();
  });

  test('is signed with the earlier secret too while it is exchanged', async () => {
    const { body: made } = await add();
    const { body: renewed } = await server.call(
      calls.renewWebhookSecret,
      { body: { id: made.id, password: testPassword } },
      token(),
    );
    await store({ pin: 'two secrets' });
    await deliver();
    const [message] = receiver.received;
    for (const { secret } of [made, renewed]) {
      expect(new Webhook(secret).verify(message?.body ?? '', message?.headers ?? {})).toBeTruthy();
    }
    await db()
      .updateTable('webhooks')
      .set({ earlier_until: new Date(0) })
      .execute();
    receiver.answerWith(204);
    await store({ pin: 'one secret' });
    await deliver();
    const [later] = receiver.received;
    const verify = (secret: string) =>
      new Webhook(secret).verify(later?.body ?? '', later?.headers ?? {});
    expect(() => verify(made.secret)).toThrow();
    expect(verify(renewed.secret)).toBeTruthy();
    expect(later?.body).not.toContain('whsec');
  });
});

describe('a receiver', () => {
  const retryIn = async () => {
    const [one] = await log();
    return ((one?.next_at.getTime() ?? 0) - Date.now()) / 1000;
  };

  test('that fails is tried again in 4 to 6 s with the same id and bytes, and later pins wait for their first', async () => {
    await add();
    receiver.answerWith(({ body }) => (JSON.parse(body).data.pin === 'slow' ? 500 : 200));
    const [slow] = await store({ pin: 'slow' }, { pin: 'quick' });
    await db().updateTable('reports').set(accepted).where('id', '=', Number(slow?.id)).execute();
    await deliver();
    const pins = () => receiver.received.map(({ body }) => JSON.parse(body).data.pin);
    expect(pins().sort()).toEqual(['quick', 'slow']);
    expect(await retryIn()).toBeGreaterThan(2);
    expect(await retryIn()).toBeLessThan(6);
    const [before] = receiver.received.filter(({ body }) => body.includes('slow'));
    receiver.answerWith(200);
    await db().updateTable('webhook_deliveries').set({ next_at: new Date() }).execute();
    await deliver();
    expect(types()).toEqual(['report.received', 'report.reviewed']);
    expect(receiver.received[0]?.headers['webhook-id']).toBe(before?.headers['webhook-id']);
    expect(receiver.received[0]?.body).toBe(before?.body);
    expect((await stateOf()).failing_since).toBeNull();
  });

  test('that redirects is not followed, and one that asks for time gets it', async () => {
    const other = await openReceiver();
    await add();
    receiver.answerWith({ status: 307, headers: { location: other.url } });
    await store({ pin: 'redirected' });
    await deliver();
    expect(other.received).toEqual([]);
    await other.close();
    const [one] = await log();
    expect([one?.status, one?.problem]).toEqual([307, 'webhook-redirect']);
    receiver.answerWith({ status: 429, headers: { 'retry-after': '120' } });
    await db().updateTable('webhook_deliveries').set({ next_at: new Date() }).execute();
    await db().updateTable('webhooks').set({ rests_until: null }).execute();
    await deliver();
    expect(await retryIn()).toBeGreaterThan(110);
  });

  test('that hangs, and one whose server was killed meanwhile, gets the message again', async () => {
    receiver.answerWith('hang');
    const none = new AbortController();
    const line = openLine({ url: receiver.url, secrets: [] }, hosts, none.signal, {
      mostMs: 150,
    });
    expect(await line.post({ id: '1', payload: '{}' })).toMatchObject({
      status: null,
      problem: 'webhook-timeout',
    });
    line.close();
    await add();
    receiver.answerWith('hang');
    await store({ pin: 'killed' });
    const stop = new AbortController();
    const done = deliverWaiting({ db: db(), hosts }, stop.signal);
    await expect.poll(() => receiver.received.length).toBe(1);
    stop.abort();
    await done;
    const [left] = await log();
    expect([left?.state, left?.attempts]).toEqual(['waiting', 1]);
    receiver.answerWith(200);
    // As if the lease had expired.
    await db().updateTable('webhook_deliveries').set({ next_at: new Date() }).execute();
    await deliver();
    expect(receiver.received[0]?.headers['webhook-id']).toBe(left?.message_id);
  });

  test('that is gone switches the webhook off, as do three days of failures; the last attempt is kept', async () => {
    await add();
    receiver.answerWith(410);
    await store({ pin: 'gone' });
    await deliver();
    expect(await stateOf()).toMatchObject({ is_on: false, off_reason: 'gone' });
    await sql`update webhooks set is_on = true, off_reason = null, rests_until = null,
      failing_since = now() - interval '73 hours'`.execute(db());
    await db()
      .updateTable('webhook_deliveries')
      .set({ attempts: 9, next_at: new Date() })
      .execute();
    receiver.answerWith(503);
    await deliver();
    expect(await stateOf()).toMatchObject({ is_on: false, off_reason: 'failing' });
    expect((await log()).map(({ state, status }) => [state, status])).toEqual([['failed', 503]]);
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['details', 'address'])
      .where('action', '=', 'change-webhook')
      .where('actor_id', 'is', null)
      .orderBy('id')
      .execute();
    expect(entries.map(({ details, address }) => [details.off_reason, address])).toEqual([
      ['gone', 'server'],
      ['failing', 'server'],
    ]);
    // Events are kept until the receiver works again.
    await store({ pin: 'meanwhile' });
    expect((await log()).at(-1)).toMatchObject({ pin: 'meanwhile', state: 'waiting' });
  });
});

describe('the log', () => {
  test('is read in pages, and one message or all of a day on are sent again', async () => {
    const { body: made } = await add({ events: ['report.received'] });
    await store(...Array.from({ length: 60 }, (_, at) => ({ pin: `p${at}` })));
    await deliver();
    expect(receiver.received).toHaveLength(60);
    const read = (query: Record<string, string>) =>
      server.call(calls.webhookLog, { params: { id: made.id }, query }, token());
    const { body: first } = await read({});
    expect([first.deliveries.length, first.has_more]).toEqual([50, true]);
    const { body: rest } = await read({ before: String(first.deliveries.at(-1)?.id) });
    expect([rest.deliveries.length, rest.has_more]).toEqual([10, false]);
    expect(first.deliveries[0]).toMatchObject({ pin: 'p59', state: 'delivered', status: 204 });
    const resend = (body: object) =>
      server.call(calls.resendWebhook, { body: { id: made.id, ...body } as never }, token());
    const id = first.deliveries[0]?.id;
    expect((await resend({ delivery: id })).body).toMatchObject({
      count: 1,
      message: 'One message is being sent again.',
    });
    const today = new Date().toISOString().slice(0, 10);
    expect((await resend({ from: today, dry_run: true })).body.count).toBe(59);
    expect((await resend({ from: '2999-01-01', dry_run: true })).body.count).toBe(0);
    expect((await resend({})).status).toBe(422);
    expect((await resend({ delivery: 1 })).status).toBe(404);
    receiver.answerWith(200);
    expect((await resend({ from: '2020-01-01' })).body.count).toBe(59);
    await store({ pin: 'new' });
    await deliver();
    const pins = receiver.received.map(({ body }) => JSON.parse(body).data.pin);
    expect(pins).toHaveLength(61);
    // New deliveries do not wait for those that are sent again.
    expect(pins.indexOf('new')).toBeLessThan(10);
  });

  test('is forgotten after two weeks, but for what waits', async () => {
    await add({ events: ['report.received'] });
    await store({ pin: 'old' }, { pin: 'waits' });
    await sql`update webhook_deliveries set at = now() - interval '15 days',
      state = case pin when 'old' then 'delivered' else 'waiting' end`.execute(db());
    expect(await forgetOldDeliveries(db(), new AbortController().signal)).toBe(1);
    expect((await log()).map(({ pin }) => pin)).toEqual(['waits']);
  });

  test('has no place for a test, which says at once what came of it', async () => {
    const { body: made } = await add();
    const ask = () => server.call(calls.testWebhook, { body: { id: made.id } }, token());
    expect((await ask()).body).toMatchObject({ success: true, status: 204, problem: null });
    expect(types()).toEqual(['webhook.test']);
    receiver.answerWith(500);
    expect((await ask()).body).toMatchObject({
      success: false,
      status: 500,
      problem: 'The receiver did not accept the message.',
    });
    expect(await log()).toEqual([]);
  });
});

test('the receiver of docs/feeds.md verifies what comes, and refuses what is not signed', async () => {
  const guide = await readFile(path.join(import.meta.dirname, '../../../../docs/feeds.md'), 'utf8');
  const [, recipe = ''] = /^```js\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  // The file is stored among the packages, so that Node finds the one that it imports.
  const script = path.join(import.meta.dirname, `recipe-${process.pid}.mjs`);
  await writeFile(script, recipe);
  const free = await openReceiver();
  const { url } = free;
  await free.close();
  const { body: made } = await add({ url });
  const own = spawn(process.execPath, [script], {
    env: { ...process.env, WEBHOOK_SECRET: made.secret, PORT: new URL(url).port },
  });
  let told = '';
  own.stdout.on('data', (chunk: Buffer) => {
    told += chunk;
  });
  try {
    const forge = () =>
      fetch(url, { method: 'POST', body: '{"type":"report.received"}' }).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(forge, { timeout: 10_000 }).toBe(401);
    await store({ circle: 'Model Town', pin: '0077' });
    await deliver();
    await expect.poll(() => told).toBe('report.received Model Town 0077\n');
  } finally {
    own.kill();
    await rm(script);
  }
});
