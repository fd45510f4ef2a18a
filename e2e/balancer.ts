// A round-robin load balancer: each request goes to the next server. A server that accepts no connection is skipped for
// a
// while and the request goes to the next one; requests under way on it are answered 502.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  url: string;
  /** Number of requests that each server answered. */
  answered: number[];
  close(): Promise<void>;
}

const avoidedMs = 2_000;

/** Starts it in front of the servers on a free port of loopback. */
export const startBalancer = async (backends: readonly string[]): Promise<Balancer> => {
  const answered = backends.map(() => 0);
  const avoidedUntil = backends.map(() => 0);
  let turn = 0;
  const choose = (): number => {
    for (let tries = 0; tries < backends.length; tries += 1) {
      turn = (turn + 1) % backends.length;
      if ((avoidedUntil[turn] as number) < Date.now()) break;
    }
    return turn;
  };
  const forward = (request: http.IncomingMessage, response: http.ServerResponse, tries: number) => {
    const at = choose();
    let isConnected = false;
    const forwarded = http.request(
      new URL(request.url ?? '/', backends[at]),
      { method: request.method, headers: request.headers, agent: false },
      (answer) => {
        answered[at] = (answered[at] as number) + 1;
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.once('error', () => response.destroy());
      },
    );
    forwarded.once('socket', (socket) => {
      socket.once('connect', () => {
        isConnected = true;
        request.pipe(forwarded);
      });
    });
    forwarded.once('error', () => {
      avoidedUntil[at] = Date.now() + avoidedMs;
      if (!isConnected && tries > 1) forward(request, response, tries - 1);
      else if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
  };
  const server = http.createServer((request, response) => {
    forward(request, response, backends.length);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
