// Building blocks of attacks: requests from a separate address, repeated until a signal.
import { setMaxListeners } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** The target of an attack, and the attacker's credentials. */
export interface Target {
  url: string;
  /** Token of an administrator used by nobody else. */
  administrator: string;
  /** Token of a surveyor's phone used by nobody else. */
  phone: string;
  /** Share of the full size of what is sent: 1 in the bench. */
  scale: number;
}

export interface Attack {
  name: string;
  by: 'nobody signed in' | 'a phone' | 'an administrator';
  /** Allowed statuses, 0 for a closed connection; never 500. */
  answers: readonly number[];
  /** True where every request must be refused, at once. */
  isRefused?: boolean;
  /** Attacks until the signal; `seen` is called with the status of each answer, 0 where there was none. */
  run(target: Target, signal: AbortSignal, seen: (status: number) => void): Promise<void>;
}

/** Attackers use another loopback address than the others, so that limits by address do not hit both. */
const ownAddress = process.platform === 'linux' ? { localAddress: '127.0.0.66' } : {};

export interface Request {
  path: string;
  method?: 'GET' | 'POST';
  token?: string;
  headers?: Record<string, string | number>;
  body?: Buffer;
  /** Milliseconds until the client disconnects. */
  leaves?: number;
}

const bearer = (token: string | undefined) =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

/** One request over a new connection; the answer is read completely, and short ones are returned as text. */
export const send = (
  target: Target,
  { path, method = 'GET', token, headers = {}, body, leaves }: Request,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let [status, bytes] = [0, 0];
    const done = () => resolve({ status, text: Buffer.concat(chunks).toString() });
    const ends = leaves ? AbortSignal.any([signal, AbortSignal.timeout(leaves)]) : signal;
    const request = http.request(new URL(path, target.url), {
      method,
      agent: false,
      headers: {
        ...bearer(token),
        ...(body && { 'content-length': body.length, 'content-type': 'application/json' }),
        ...headers,
      },
      signal: ends,
      ...ownAddress,
    });
    request.once('response', (response) => {
      status = response.statusCode ?? 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes < 4 * 1024 * 1024) chunks.push(chunk);
      });
      response.once('error', done).once('close', done);
    });
    request.once('error', done).once('close', done);
    request.end(body);
  });

/** This many clients, each with one request after the other; `make` may use the earlier answers. */
export const flood = async (
  target: Target,
  signal: AbortSignal,
  seen: (status: number) => void,
  clients: number,
  make: (turn: number) => Request | Promise<Request>,
): Promise<void> => {
  setMaxListeners(0, signal);
  let turn = 0;
  const client = async () => {
    while (!signal.aborted) {
      turn += 1;
      const { status } = await send(target, await make(turn), signal);
      if (!signal.aborted) seen(status);
      // Without a pause, immediate refusals would measure the speed of this process.
      await pause(5);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.round(clients)) }, client));
};

/** The head of a request as bytes. */
export const head = (
  target: Target,
  { path, method = 'GET', token, headers = {} }: Request,
): string => {
  const { host } = new URL(target.url);
  const lines = Object.entries({ host, ...bearer(token), ...headers });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
};

/**
 * This many sockets that send `begin` and then a little every `everyMs`, and read nothing where `isDeaf`. One that the
 * server closes is opened again.
 */
export const hold = async (
  target: Target,
  signal: AbortSignal,
  seen: (status: number) => void,
  {
    sockets,
    begin,
    more,
    everyMs = 1000,
    isDeaf = false,
  }: {
    sockets: number;
    begin: string;
    more?: string;
    everyMs?: number;
    isDeaf?: boolean;
  },
): Promise<void> => {
  setMaxListeners(0, signal);
  const { hostname, port } = new URL(target.url);
  const holdOne = () =>
    new Promise<void>((resolve) => {
      const socket = net.connect({ host: hostname, port: Number(port), ...ownAddress });
      if (isDeaf) socket.pause();
      else
        socket.once('data', (bytes) => seen(Number(bytes.toString('latin1', 9, 12)) || 0)).resume();
      socket.on('error', () => undefined);
      socket.write(begin);
      const timer = setInterval(() => {
        if (more !== undefined && socket.writable) socket.write(more);
      }, everyMs);
      const leave = () => socket.destroy();
      signal.addEventListener('abort', leave, { once: true });
      socket.once('close', () => {
        clearInterval(timer);
        signal.removeEventListener('abort', leave);
        resolve();
      });
    });
  const client = async () => {
    while (!signal.aborted) {
      await holdOne();
      await pause(100);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.round(sockets)) }, client));
};
