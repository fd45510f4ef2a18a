// Malicious uploads with an administrator's session, over real sockets.
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { limits, roles } from '@survey/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { until } from '../../testing/until.ts';

const server = setUpTestServer();
let url: string;
beforeAll(async () => {
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});

const post = (headers: OutgoingHttpHeaders = {}) =>
  http.request(`${url}/api/store-records`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${server.administrator.token}`,
      ...headers,
    },
  });

const answerTo = async (request: http.ClientRequest) => {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: JSON.parse(await text(response)) };
};

/** Uploads at the database now. */
const placed = () => server.database.uploads.totalCount - server.database.uploads.idleCount;

const send = (body: string | Buffer, headers?: OutgoingHttpHeaders) => {
  const request = post(headers);
  request.end(body);
  return answerTo(request);
};

/** Runs work and measures the longest time, in milliseconds, for which the event loop was blocked. */
const longestPause = async <T>(work: () => Promise<T>) => {
  let [longest, last] = [0, performance.now()];
  const beat = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 5);
  const answer = await work();
  clearInterval(beat);
  return { answer, longest };
};

describe('an upload', () => {
  test('that is encoded is refused at once', async () => {
    const body = gzipSync('{"records":[{"Circle":"A","Pin":"1"}]}');
    const { status, body: answer } = await send(body, { 'content-encoding': 'gzip' });
    expect([status, answer.code]).toEqual([415, 'unsupported-type']);
  });

  const member = '"a":[],';
  test.each([
    ['lists beside the list', `{${member.repeat(145_000)}"records":[{}]}`],
    ['lists beside the list, without end', `{${member.repeat(145_000)}`],
    ['objects inside each other', '{"a":[],'.repeat(145_000)],
    ['objects inside each other, closed', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['text beside the list', `{"a":"${'x'.repeat(1_000_000)}","records":[{}]}`],
    ['text behind the list', `{"records":[{}],"a":"${'x'.repeat(1_000_000)}"}`],
  ])('with a megabyte of %s is refused without blocking the process', async (_, body) => {
    // Was 73 s for the first before rows were bounded.
    const { answer, longest } = await longestPause(() => send(body));
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid-input']);
    expect(answer.body.message).toContain('64 kB');
    expect(longest).toBeLessThan(2000);
  });

  const rowOf = (inside: string) =>
    `{"records":[{"Circle":"A","Pin":"1"},{"Circle":"B","x":${inside}}]}`;
  test.each([
    ['large', rowOf(`"${'x'.repeat(15_000_000)}"`), 413, 'Row 3: larger than the 256 kB'],
    [
      'many small values',
      rowOf(`[${'[],'.repeat(5_000_000)}1]`),
      413,
      'Row 3: larger than the 256 kB',
    ],
    [
      'deep',
      rowOf(`${'['.repeat(8)}${']'.repeat(8)}`),
      422,
      'Row 3: holds lists or objects more than 8 deep',
    ],
    ['wide', rowOf(`1${',"y":1'.repeat(499)}`), 422, 'Row 3: has more than 500 columns'],
  ])('with a row that is %s is refused by the number of the row', async (_, body, status, message) => {
    const before = process.memoryUsage().rss;
    const { answer, longest } = await longestPause(() => send(body));
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(message);
    expect(longest).toBeLessThan(2000);
    // Was 2.2 GB before.
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 ** 2);
  });

  test('takes rows of 500 columns', async () => {
    const columns = Array.from({ length: 498 }, (_, at) => [`Column ${at}`, 'x'] as const);
    const row = { Circle: 'Wide', Pin: '1', ...Object.fromEntries(columns) };
    expect((await send(JSON.stringify({ records: [row, row] }))).status).toBe(200);
  });

  test('that trickles takes no place from others', async () => {
    const trickling = Array.from({ length: 8 }, () => {
      const request = post({ 'transfer-encoding': 'chunked' });
      request.on('error', () => undefined);
      request.write('{"records":[{"Circle":"Slow","Pin":"1"},{"Circle":"Slow",');
      return request;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(placed()).toBe(0);
    const { status } = await send('{"records":[{"Circle":"Quick","Pin":"1"}]}');
    expect(status).toBe(200);
    for (const request of trickling) request.destroy();
  });

  test('that stops in the middle keeps others from nothing, however many its sender has', async () => {
    const { id, token } = await server.addSurveyor('omar');
    const role_id = roles.administrator;
    await server.database.db.updateTable('users').set({ role_id }).where('id', '=', id).execute();
    const row = `{"Circle":"Slow","Pin":"1","Note":"${'x'.repeat(1000)}"},`;
    const stopped = Array.from({ length: 4 }, () => {
      const request = post({ 'transfer-encoding': 'chunked' });
      request.on('error', () => undefined);
      request.write(`{"records":[${row.repeat(1 + limits.uploadGatheredBytes / row.length)}`);
      return request;
    });
    await until(() => placed() > 0 && server.database.uploadLane.waitingCount > 1);
    const authorization = `Bearer ${token}`;
    const { status } = await send('{"records":[{"Circle":"Quick","Pin":"1"}]}', { authorization });
    expect(status).toBe(200);
    expect(server.database.uploadLane.waitingCount).toBeGreaterThan(1);
    for (const request of stopped) request.destroy();
    await until(() => placed() === 0 && server.database.uploadLane.waitingCount === 0);
  });

  test('that stops is given up, and its connection too', async () => {
    const beginning = net.connect(Number(new URL(url).port), '127.0.0.1');
    beginning.write('POST /api/store-records HTTP/1.1\r\nhost: x\r\n');
    const headAnswer = text(beginning);
    const sheet = post({ 'transfer-encoding': 'chunked' });
    sheet.write('{"records":[{"Circle":"Silent","Pin":"1"},');
    const { token } = await server.addSurveyor('silent');
    const form = http.request(`${url}/api/device/reports`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        authorization: `Bearer ${token}`,
      },
    });
    const staged = () => readdir(path.join(server.photoFolder, 'incoming'));
    form.write('--b\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n');
    // More than is held in memory.
    form.write(Buffer.alloc(1024 * 1024));
    await until(async () => (await staged()).length === 1);
    const ends = [sheet, form].map(async (request) => {
      request.on('error', () => undefined);
      const { status, body } = await answerTo(request);
      if (!request.socket?.destroyed)
        await once(request.socket as NonNullable<typeof request.socket>, 'close');
      return [status, body.code];
    });
    expect(await Promise.all(ends)).toEqual(ends.map(() => [408, 'request-timeout']));
    expect(await staged()).toEqual([]);
    // A head has 20 seconds, which Node itself counts.
    expect(await headAnswer).toMatch(/^HTTP\/1\.1 408 /);
  }, 60_000);
});

test('a JSON body has a minute to come', async () => {
  const request = http.request(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 1000 },
  });
  const arrived = once(server.app.server, 'request');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    request.write('{"email":');
    const answered = answerTo(request);
    await arrived;
    await new Promise(setImmediate);
    let isAnswered = false;
    answered.finally(() => {
      isAnswered = true;
    });
    vi.advanceTimersByTime(59_000);
    await new Promise(setImmediate);
    expect(isAnswered).toBe(false);
    vi.advanceTimersByTime(1_000);
    const { status, body } = await answered;
    expect([status, body.code]).toEqual([408, 'request-timeout']);
  } finally {
    vi.useRealTimers();
    request.destroy();
  }
});
