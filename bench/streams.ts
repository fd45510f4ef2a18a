// Reads long answers completely and discards them, as a client with a fast disk would.

import { once } from 'node:events';
import http from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Figure } from './figures.ts';
import { type Taken, takeRaw } from './raw-http.ts';
import type { RunningServer } from './server-process.ts';

export const megabyte = 1024 * 1024;

const take = async (body: Readable, begun: number): Promise<Taken> => {
  let bytes = 0;
  let firstByteMs = Number.NaN;
  body.on('data', (chunk: Buffer) => {
    if (bytes === 0) firstByteMs = performance.now() - begun;
    bytes += chunk.length;
  });
  await once(body, 'end');
  return { bytes, seconds: (performance.now() - begun) / 1000, firstByteMs };
};

/** The answer of a streamed call, its body not read yet. */
export const openStream = async (
  { url, token }: RunningServer,
  path: string,
  accept = 'application/json',
): Promise<http.IncomingMessage> => {
  const headers = { authorization: `Bearer ${token}`, accept };
  const request = http.get(new URL(path, url), { headers, agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
  return response;
};

/** @throws where the answer is truncated */
export const takeStream = (
  { url, token }: RunningServer,
  path: string,
  accept = 'application/json',
): Promise<Taken> => takeRaw(new URL(path, url), { authorization: `Bearer ${token}`, accept });

/** A COPY with nothing around it. */
export const takeCopy = (client: pg.Client, query: string, format: string): Promise<Taken> => {
  const begun = performance.now();
  return take(client.query(copyTo(`copy (${query}) to stdout (${format})`)), begun);
};

/** How much the server's resident memory grows while something runs, at its peak, in MB. */
export const grownMemory = async (
  server: RunningServer,
  work: () => Promise<unknown>,
): Promise<number> => {
  // Memory of an earlier stream is released first.
  await pause(1000);
  const before = await server.memory();
  await server.resetPeak();
  await work();
  return ((await server.peak()) - before) / megabyte;
};

/** Most megabytes that a stream of any length takes. */
const mostMemory = 60;

export const memoryFigure = (name: string, value: number): Figure => ({
  name: `server memory grown by ${name}`,
  value,
  unit: 'MB',
  most: mostMemory,
});
