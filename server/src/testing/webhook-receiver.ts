// A receiver of webhooks for tests: stores what it gets, and answers as the test sets.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedMessage {
  headers: Record<string, string>;
  body: string;
}

/** Status and headers of the answer; `hang`: no answer. */
export type ReceiverAnswer = number | 'hang' | { status: number; headers: Record<string, string> };

/** Opens a receiver on a free port of loopback. */
export const openReceiver = async () => {
  const received: ReceivedMessage[] = [];
  let answer: ReceiverAnswer | ((message: ReceivedMessage) => ReceiverAnswer) = 204;
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const message = { headers: request.headers as Record<string, string>, body };
    received.push(message);
    const told = typeof answer === 'function' ? answer(message) : answer;
    if (told === 'hang') return;
    if (typeof told === 'number') response.writeHead(told).end();
    else response.writeHead(told.status, told.headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** Sets the further answers, and empties `received`. */
    answerWith: (next: typeof answer) => {
      answer = next;
      received.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
