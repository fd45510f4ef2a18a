import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { gracefulShutdown } from './graceful-shutdown.ts';

test('a request that is under way is answered; connections that are only held open do not hold up the end', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  await app.register(gracefulShutdown);
  let answer = () => {};
  const asked = new Promise<void>((begun) => {
    app.get('/slow', async () => {
      begun();
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return 'answered';
    });
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const unused = net.connect(Number(new URL(url).port), '127.0.0.1').resume();
  const unusedEnded = once(unused, 'close');
  await once(unused, 'connect');
  const agent = new http.Agent({ keepAlive: true });
  const answered = once(http.get(`${url}/slow`, { agent }), 'response');
  await asked;
  const closed = app.close();
  await unusedEnded;
  answer();
  const [response] = (await answered) as [http.IncomingMessage];
  expect(await text(response)).toBe('answered');
  await closed;
});
