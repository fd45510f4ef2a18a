// What webhooks cost: submissions with three of them compared with none, the time from commit to delivery, and the
// report page while a hundred thousand messages are sent again. The receiver runs in this process, so its work is part
// of the figures.
import { once } from 'node:events';
import http, { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, type webhookEvents } from '@survey/contract';
import { ask, atOnce } from './clients.ts';
import { type OpenDataset, openDataset } from './dataset-server.ts';
import { type Bench, median, percentile } from './figures.ts';
import {
  each,
  makeWork,
  phones,
  photoKb,
  roundOfReports,
  sendAll,
  signIn,
} from './phones.bench.ts';
import { password } from './server-process.ts';

const rounds = 5;
const hooks = 3;
/** Reports that are sent one after another to measure the wait of a message. */
const single = 100;
const replayed = 100_000;
const pageRequests = 400;

/** A receiver that measures how long each message took. */
const openReceiver = async () => {
  const waits: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string };
      waits.push(Date.now() - Date.parse(timestamp));
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    waits,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const post = async ({ server }: OpenDataset, path: string, body: object) => {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
};

const addWebhooks = async (opened: OpenDataset, url: string) => {
  const events: (typeof webhookEvents)[number][] = ['report.received', 'report.resubmitted'];
  for (let at = 0; at < hooks; at += 1) {
    const body = { name: `Bench ${at}`, url, events, password };
    await post(opened, calls.addWebhook.path, body);
  }
};

const switchWebhooks = ({ client }: OpenDataset, isOn: boolean) =>
  client.query('update webhooks set is_on = $1, off_reason = null', [isOn]);

const untilDelivered = async ({ client }: OpenDataset): Promise<void> => {
  for (;;) {
    const { rowCount } = await client.query(
      "select from webhook_deliveries where state = 'waiting' limit 1",
    );
    if (rowCount === 0) return;
    await pause(100);
  }
};

/** The median of a page of the report list for eight clients, in ms. */
const reportPage = async ({ server }: OpenDataset): Promise<number> => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  const urls = Array.from(
    { length: pageRequests },
    (_, at) => `${server.url}${calls.allReports.path}?page=${1 + at * 97}&per_page=10`,
  );
  const times = await atOnce(urls, 8, async (url) => {
    const { status } = await ask(url, { token: server.token, agent });
    if (status !== 200) throw new Error(`a page was answered ${status}`);
  });
  agent.destroy();
  return median(times);
};

/** Stores messages of a day long ago as delivered. */
const fillLog = ({ client }: OpenDataset) =>
  client.query(
    `insert into webhook_deliveries (webhook_id, event, circle, pin, payload, at, state)
    select (select min(id) from webhooks), 'report.received', circle, pin,
      jsonb_build_object('type', 'report.received', 'timestamp', now(), 'data', jsonb_build_object('id', id,
        'circle', circle, 'pin', pin, 'comments', repeat('x', 400)))::text,
      now() - interval '2 days', 'delivered'
    from reports order by id limit $1`,
    [replayed],
  );

export const webhooksBench: Bench = {
  name: 'webhooks',
  question: 'What do webhooks cost phones and readers, and how soon does a message come?',
  needsDataset: true,
  run: async (log, dataset) => {
    const opened = await openDataset(dataset, { WEBHOOK_HOSTS: '127.0.0.1' });
    const receiver = await openReceiver();
    try {
      await opened.client.query('delete from webhooks');
      await addWebhooks(opened, receiver.url);
      const tokens = await signIn(opened);
      const [on, off]: [number[], number[]] = [[], []];
      for (let round = 0; round <= rounds; round += 1) {
        for (const isOn of round % 2 ? [true, false] : [false, true]) {
          await switchWebhooks(opened, isOn);
          const { perReport: ms } = await roundOfReports(opened, tokens, untilDelivered);
          log(`${isOn ? 'three webhooks' : 'none'}: ${ms.toFixed(2)} ms a report`);
          // The first round is for warming up.
          if (round > 0) (isOn ? on : off).push(ms);
        }
      }
      await switchWebhooks(opened, true);
      receiver.waits.length = 0;
      const { requests } = await makeWork(opened, tokens);
      for (const request of requests.slice(0, single)) {
        await sendAll(opened.server.url + calls.submitReport.path, [request]);
        await pause(30);
      }
      await untilDelivered(opened);
      const waits = [...receiver.waits];
      await fillLog(opened);
      const { rows } = await opened.client.query<{ id: number }>(
        'select min(id)::int as id from webhooks',
      );
      const [quiet, busy]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        quiet.push(await reportPage(opened));
        await post(opened, calls.resendWebhook.path, { id: rows[0]?.id, from: '2020-01-01' });
        await pause(1000);
        busy.push(await reportPage(opened));
        log(`page ${quiet.at(-1)?.toFixed(1)} ms, while replayed ${busy.at(-1)?.toFixed(1)} ms`);
        // Wait until the senders have ended their run.
        await switchWebhooks(opened, false);
        await pause(3000);
        await opened.client.query(
          "update webhook_deliveries set state = 'delivered' where state = 'waiting'",
        );
        await switchWebhooks(opened, true);
      }
      return {
        dataset: `${opened.words}; ${phones} phones, ${each} reports each with a photo of ${photoKb} kB; ${rounds} rounds after one to warm up`,
        figures: [
          {
            name: 'one report, acknowledged, three webhooks on',
            value: median(on),
            unit: 'ms',
            limit: { name: 'none on', value: median(off) },
            goal: 1.1,
          },
          {
            name: 'from the event to its delivery, median',
            value: median(waits),
            unit: 'ms',
            most: 1000,
          },
          {
            name: 'from the event to its delivery, p95',
            value: percentile(waits, 0.95),
            unit: 'ms',
          },
          {
            name: `page of the report list while ${replayed} messages are sent again`,
            value: median(busy),
            unit: 'ms',
            limit: { name: 'before', value: median(quiet) },
            goal: 1.2,
          },
        ],
      };
    } finally {
      await opened.client.query('delete from webhooks');
      receiver.close();
      await opened.close();
    }
  },
};
