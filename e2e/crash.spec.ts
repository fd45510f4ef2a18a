// A server that is killed on a busy morning loses nothing that it acknowledged to a phone.
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls, storagePath } from '@survey/contract';
import { drawHouse } from '@survey/field/drawn-house.ts';
import { assign, createSurveyor, phoneOf, reportOf, uploadCircle } from './operation.ts';
import { administratorToken, expect, send, test } from './product.ts';
import { administrator, startServer } from './server-process.ts';
import { crashSoak } from './soak/crash-soak.ts';

/** Imports, transfers, bulk statuses, overwrites, send-backs. */
const kinds = 5;

/** A receiver of webhooks that notes the reports of its messages. */
const openReceiver = async () => {
  const reports = new Set<number>();
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      reports.add(JSON.parse(body).data.id);
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, reports, close: () => receiver.close() };
};

test('SIGKILL under load: every acknowledged report and photo is there once after the restart, and a webhook gets each', async () => {
  // What a killed server was sending is sent again after its lease of 45 s.
  test.setTimeout(150_000);
  const server = await startServer();
  const receiver = await openReceiver();
  try {
    const { password } = administrator;
    await send(
      server,
      calls.addWebhook,
      { body: { name: 'Crash', url: receiver.url, events: ['report.received'], password } },
      await administratorToken(server),
    );
    const circle = 'Crash Town';
    const pins = await uploadCircle(server, circle, 60);
    await createSurveyor(server, 'crash.phone');
    await assign(server, 'crash.phone', circle);
    const phone = await phoneOf(server, 'crash.phone');
    const scene = {
      land: 'Residential',
      floors: 1,
      hasStoreFront: true,
      hour: 9,
      isPortrait: false,
    };
    const photo = await drawHouse({ ...scene, seed: 'crash', pin: '1' }, { longEdge: 320 });
    const acknowledged: number[] = [];
    const sending = Promise.all(
      pins.map(async (pin) => {
        const { id } = await phone.submit(randomUUID(), reportOf(circle, pin), photo);
        acknowledged.push(id);
      }),
    );
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(5);
    await server.kill();
    await server.restart();
    // The phones retry until they have their answers.
    await sending;
    const { data, total } = await send(
      server,
      calls.allReports,
      { query: { circle, per_page: 100 } },
      await administratorToken(server),
    );
    expect(total).toBe(60);
    expect(data.map(({ id }) => id).sort()).toEqual([...acknowledged].sort());
    expect(new Set(data.map(({ pin }) => pin)).size).toBe(60);
    const checksum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    for (const { picture_path } of data) {
      const stored = await fetch(`${server.url}${storagePath}${picture_path}`);
      expect(checksum(new Uint8Array(await stored.arrayBuffer()))).toBe(checksum(photo));
    }
    await expect
      .poll(() => acknowledged.filter((id) => !receiver.reports.has(id)), { timeout: 70_000 })
      .toEqual([]);
  } finally {
    receiver.close();
    await server.remove();
  }
});

test('server and database killed in turn while phones submit and administrators change everything: nothing is lost, doubled or half done', async () => {
  // About 20 s; on a busy machine four starts of a server take longer.
  test.setTimeout(240_000);
  const { kills, acknowledged, photos, lost, doubled, wrong, changes } = await crashSoak({
    // On a slow machine until every kind of work was done between the kills.
    goesOn: (count, _elapsedMs, { changes: done, acknowledged: reports }) =>
      count < 4 || (count < 20 && (reports.length === 0 || Object.keys(done).length < kinds)),
  });
  expect({ lost, doubled, wrong }).toEqual({ lost: [], doubled: [], wrong: [] });
  expect(kills.server).toBeGreaterThanOrEqual(2);
  expect(kills.database).toBeGreaterThanOrEqual(2);
  expect(acknowledged).toBeGreaterThanOrEqual(photos);
  expect(acknowledged).toBeGreaterThan(0);
  expect(Object.keys(changes)).toHaveLength(kinds);
});
