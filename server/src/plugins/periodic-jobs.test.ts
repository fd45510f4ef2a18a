import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { until } from '../testing/until.ts';
import { type PeriodicJob, periodicJobs } from './periodic-jobs.ts';

const serverWith = async (...jobs: PeriodicJob[]) => {
  const app = Fastify();
  await app.register(periodicJobs, { jobs });
  return app;
};
const listen = (app: Awaited<ReturnType<typeof serverWith>>) =>
  app.listen({ port: 0, host: '127.0.0.1' });

test('a job runs from the start of the server on, again and again, also after a failure', async () => {
  let runs = 0;
  const app = await serverWith({
    name: 'count',
    everyMs: 5,
    firstAfterMs: 0,
    run: async () => {
      runs += 1;
      throw new Error('not this time');
    },
  });
  await app.ready();
  expect(runs).toBe(0);
  await listen(app);
  await until(() => runs >= 3);
  await app.close();
  const atClose = runs;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(runs).toBe(atClose);
});

test('a job of 0 milliseconds never runs', async () => {
  let runs = 0;
  let others = 0;
  const run = async () => {
    runs += 1;
    return undefined;
  };
  const app = await serverWith(
    { name: 'never', everyMs: 0, firstAfterMs: 0, run },
    {
      name: 'often',
      everyMs: 5,
      firstAfterMs: 0,
      run: async () => {
        others += 1;
        return undefined;
      },
    },
  );
  await listen(app);
  await until(() => others >= 3);
  await app.close();
  expect(runs).toBe(0);
});

test('a run is never started beside another of its job, and closing ends and awaits it', async () => {
  let begun = 0;
  let ended = 0;
  const app = await serverWith({
    name: 'long',
    everyMs: 5,
    firstAfterMs: 0,
    run: (signal) => {
      begun += 1;
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          ended += 1;
          reject(signal.reason);
        });
      });
    },
  });
  await listen(app);
  await until(() => begun === 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await app.close();
  expect({ begun, ended }).toEqual({ begun: 1, ended: 1 });
});

test('no module has a periodic job of its own', async () => {
  const src = path.join(import.meta.dirname, '../modules');
  const found: string[] = [];
  for (const file of await readdir(src, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    if ((await readFile(path.join(src, file), 'utf8')).includes('setInterval(')) found.push(file);
  }
  // These belong to open streams and to a thread at work, and end with them.
  expect(found.sort()).toEqual([
    'live/live-listener.ts',
    'live/live-streams.ts',
    'photos/decoder-process.ts',
  ]);
});
