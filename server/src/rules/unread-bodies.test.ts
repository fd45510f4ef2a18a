// Requests are authenticated before a byte of the body is read; shown over raw sockets.
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { type Call, calls } from '@survey/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../testing/fixture.ts';
import { processorMs } from '../testing/processor-time.ts';
import type { Person } from '../testing/test-server.ts';

const server = setUpTestServer();
let port: number;
let surveyor: Person;
beforeAll(async () => {
  surveyor = await server.addSurveyor('ali');
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
});

/** A connection and the text received over it. */
const connect = () => {
  const socket = net.connect(port, '127.0.0.1');
  const connection = { socket, text: '', isClosed: false };
  socket.setNoDelay(true);
  socket.on('data', (bytes) => {
    connection.text += bytes;
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    connection.isClosed = true;
  });
  return connection;
};

const head = (line: string, headers: Record<string, string | number> = {}): string =>
  `${line} HTTP/1.1\r\nhost: localhost\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

const json = { 'content-type': 'application/json' };
const signedIn = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

/** The status codes of the first `count` answers of a connection. */
const statuses = async (connection: { text: string }, count = 1): Promise<number[]> => {
  const found = () =>
    Array.from(connection.text.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => Number(status));
  await expect.poll(found, { timeout: 10_000 }).toHaveLength(count);
  return found();
};

const closed = Object.values<Call>(calls).filter(
  ({ method, access }) => method === 'POST' && access !== 'public',
);

describe('who calls is decided before the body comes', () => {
  test.each(closed.map(({ name, path }) => [name, path]))('%s', async (_, path) => {
    const connection = connect();
    // The body is announced and never sent: a server that waits for it never answers.
    const at = path.replace(/:\w+/g, '1');
    connection.socket.write(head(`POST ${at}`, { ...json, 'content-length': 1000 }));
    expect(await statuses(connection)).toEqual([401]);
    connection.socket.destroy();
  });

  test('the wrong role is told so, whatever it would send', async () => {
    const connection = connect();
    const headers = { ...json, ...signedIn(surveyor), 'content-length': 1000 };
    connection.socket.write(head('POST /api/store-records', headers));
    expect(await statuses(connection)).toEqual([403]);
    connection.socket.destroy();
  });

  test('a body that unfolds is never unfolded', async () => {
    const bomb = brotliCompressSync('['.repeat(1_000_000));
    const connection = connect();
    for (let round = 0; round < 20; round += 1) {
      const headers = { ...json, 'content-encoding': 'br', 'content-length': bomb.length };
      connection.socket.write(head('POST /api/login', headers));
      connection.socket.write(bomb);
    }
    const spent = await processorMs(async () => {
      expect(await statuses(connection, 20)).toEqual(Array(20).fill(415));
    });
    // It was 300 ms for each.
    expect(spent).toBeLessThan(3000);
    connection.socket.destroy();
  });
});

describe('bodies', () => {
  const answered = async (text: string) => {
    const connection = connect();
    connection.socket.write(text);
    const [status] = await statuses(connection);
    return { connection, status };
  };
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    head(`POST ${path}`, { ...json, ...headers, 'content-length': Buffer.byteLength(body) }) + body;
  const login = (password: string) => JSON.stringify({ email: 'nobody@example.org', password });

  test('of calls without a session are short', async () => {
    const short = await answered(post('/api/login', login('x'.repeat(900))));
    const long = await answered(post('/api/login', login('x'.repeat(5000))));
    expect([short.status, long.status]).toEqual([401, 413]);
    short.connection.socket.destroy();
    long.connection.socket.destroy();
  });

  test('are 415 where they are encoded, whatever the path and the caller', async () => {
    const administrator = signedIn(server.administrator);
    for (const path of [
      '/api/login',
      '/api/store-records',
      '/api/device/reports',
      '/logout',
      '/none',
    ])
      for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'gzip, identity', 'x']) {
        const headers = { ...administrator, 'content-encoding': encoding };
        const { status, connection } = await answered(post(path, 'abc', headers));
        expect([path, encoding, status]).toEqual([path, encoding, path === '/none' ? 404 : 415]);
        connection.socket.destroy();
      }
    const plain = { ...administrator, 'content-encoding': 'identity' };
    expect((await answered(post(calls.addPin.path, '{}', plain))).status).toBe(422);
  });

  test('are refused where they are deep, in time that grows with their length', async () => {
    const administrator = signedIn(server.administrator);
    for (const body of [
      '['.repeat(1_000_000),
      '{"a":'.repeat(200_000),
      `"${'['.repeat(900_000)}`,
    ]) {
      const spent = await processorMs(async () => {
        const { connection, status } = await answered(post(calls.addPin.path, body, administrator));
        expect(status).toBe(400);
        connection.socket.destroy();
      });
      expect(spent).toBeLessThan(1500);
    }
    const levels = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`;
    expect((await answered(post(calls.addPin.path, levels(32), administrator))).status).toBe(422);
    expect((await answered(post(calls.addPin.path, levels(33), administrator))).status).toBe(400);
  });

  test('are not read where there is nothing to read them for', async () => {
    const { token } = await server.addSurveyor('leaving');
    const broken = '{"a":[[[[[';
    const headers = { authorization: `Bearer ${token}` };
    expect((await answered(post('/none', broken, headers))).status).toBe(404);
    expect((await answered(post('/api/docs', broken, headers))).status).toBe(404);
    expect((await answered(post('/index.html', broken))).status).toBe(404);
    expect((await answered(post('/logout', broken, headers))).status).toBe(200);
  });

  test('that were not read leave a connection that goes on', async () => {
    const connection = connect();
    const headers = { ...json, 'content-length': 100_000 };
    connection.socket.write(head('POST /api/store-records', headers));
    expect(await statuses(connection)).toEqual([401]);
    connection.socket.write('x'.repeat(100_000) + head('GET /health/live'));
    expect(await statuses(connection, 2)).toEqual([401, 200]);
    connection.socket.destroy();
  });

  test.each([
    'keep-alive',
    'close',
  ])('that were not read do not cost the answer, and end within bounds: connection %s', async (kept) => {
    const connection = connect();
    const headers = { ...json, connection: kept, 'transfer-encoding': 'chunked' };
    connection.socket.write(head('POST /api/store-records', headers));
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    for (let sent = 0; sent < 200; sent += 1) {
      if (!connection.socket.write(chunk)) await pause(5);
    }
    expect(await statuses(connection)).toEqual([401]);
    // Nothing more comes: 5 s of silence.
    await expect.poll(() => connection.isClosed, { timeout: 15_000 }).toBe(true);
  }, 30_000);
});

test('clients of the readiness check share one question to the database', async () => {
  let asked = 0;
  const count = () => {
    asked += 1;
  };
  const pools = [server.database.requests, server.database.ingestion, server.database.longReads];
  for (const pool of pools) pool.on('acquire', count);
  const probes = Array.from({ length: 100 }, () =>
    server.app.inject({ method: 'GET', url: '/health/ready' }),
  );
  const answers = await Promise.all(probes);
  for (const pool of pools) pool.off('acquire', count);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  // Applying deltas may query too.
  expect(asked).toBeLessThan(10);
});
