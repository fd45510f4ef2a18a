// One attempt to deliver a message, as Standard Webhooks: signed, without redirects, and with limits of time and of the
// bytes that are read of the answer.
import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { WebhookProblem } from '@survey/contract';
import { AddressRefused, nameServers, resolveHost } from './addresses.ts';

/** Longest time of an attempt in milliseconds, with the look-up of the name. */
const attemptMs = 15_000;
const answerBytes = 64 * 1024;

export interface WebhookMessage {
  /** Header `webhook-id`, the same for each attempt. */
  id: string;
  payload: string;
}

export interface Receiver {
  url: string;
  /** Keys for the signature, newest first. */
  secrets: readonly Buffer[];
}

/** Result of an attempt; `problem` is undefined where the message was accepted. */
export interface Attempt {
  status: number | null;
  problem?: WebhookProblem;
  /** Seconds of the header `retry-after`. */
  retryAfter?: number;
  /** Milliseconds. */
  took: number;
}

const signatures = (secrets: readonly Buffer[], signed: string): string =>
  secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`)
    .join(' ');

const problemOf = (status: number): WebhookProblem | undefined => {
  if (status >= 200 && status < 300) return undefined;
  return status >= 300 && status < 400 ? 'webhook-redirect' : 'webhook-refused';
};

/** Connections to one host that stay open between messages. The name is resolved and checked once. */
export interface Line {
  /** Sends a message; never throws. */
  post(message: WebhookMessage): Promise<Attempt>;
  close(): void;
}

/** The value of the promise. Throws the reason of the signal where that is aborted first. */
const unlessAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

/**
 * @param hosts that may be private (WEBHOOK_HOSTS)
 * @param signal ends running attempts
 */
export const openLine = (
  { url: text, secrets }: Receiver,
  hosts: readonly string[],
  signal: AbortSignal,
  { mostMs = attemptMs, resolver = nameServers() } = {},
): Line => {
  const url = new URL(text);
  const { request, Agent } = url.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true });
  let resolved: Promise<string> | undefined;

  const send = (
    address: string,
    { id, payload }: WebhookMessage,
    late: AbortSignal,
  ): Promise<Omit<Attempt, 'took'>> => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const body = Buffer.from(payload);
    return new Promise((resolve, reject) => {
      const sent = request(
        url,
        {
          method: 'POST',
          agent,
          // Connects to the address that was checked: another look-up could return another one.
          host: address,
          servername: url.hostname,
          headers: {
            host: url.host,
            'content-type': 'application/json',
            'content-length': body.length,
            'user-agent': 'field-survey',
            'webhook-id': id,
            'webhook-timestamp': timestamp,
            'webhook-signature': signatures(secrets, `${id}.${timestamp}.${payload}`),
          },
          signal: AbortSignal.any([signal, late]),
        },
        (answer) => {
          const status = answer.statusCode ?? 0;
          const retryAfter = Number(answer.headers['retry-after']);
          const problem = problemOf(status);
          let bytes = 0;
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > answerBytes) answer.destroy();
          });
          answer.on('error', () => undefined);
          // The status decides, even where the body is cut off.
          answer.on('close', () =>
            resolve({
              status,
              ...(problem && { problem }),
              ...(retryAfter > 0 && { retryAfter }),
            }),
          );
        },
      );
      sent.on('error', (error) => reject(late.aborted ? late.reason : error));
      sent.end(body);
    });
  };

  const attempt = async (message: WebhookMessage): Promise<Omit<Attempt, 'took'>> => {
    const late = AbortSignal.timeout(mostMs);
    try {
      resolved ??= resolveHost(url, hosts, resolver);
      const address = await unlessAborted(resolved, AbortSignal.any([signal, late]));
      return await send(address, message, late);
    } catch (error) {
      // The next attempt resolves the name again.
      resolved = undefined;
      if (error instanceof AddressRefused) return { status: null, problem: error.id };
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      return { status: null, problem: isLate ? 'webhook-timeout' : 'webhook-unreachable' };
    }
  };

  return {
    post: async (message) => {
      const begun = performance.now();
      const outcome = await attempt(message);
      return { ...outcome, took: Math.round(performance.now() - begun) };
    },
    close: () => agent.destroy(),
  };
};
