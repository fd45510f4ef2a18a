// Who calls is known before a byte of the body is read: over real sockets, as an attacker writes.
import net from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { type Call, calls } from '@survey/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let port: number;
let surveyor: Person;
beforeAll(async () => {
  server = await startTestServer();
  surveyor = await server.addSurveyor('ali');
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => server.close());

/** A connection, and all that came over it. */
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

/** The status of the answers over a connection that holds as many as asked for. */
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
    // Announced and never sent: whoever waits for it waits for ever.
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
    const began = performance.now();
    expect(await statuses(connection, 20)).toEqual(Array(20).fill(415));
    // It was 0.3 s for each.
    expect(performance.now() - began).toBeLessThan(3000);
    connection.socket.destroy();
  });
});
