// Health checks: live = the process runs, ready = it can answer from its database.
import { setTimeout as pause } from 'node:timers/promises';
import fp from 'fastify-plugin';
import { sql } from 'kysely';
import manifest from '../../../package.json' with { type: 'json' };
import type { Services } from '../services.ts';

/** Longest wait for the database, in milliseconds. */
const readyWithinMs = 2_000;

/** One query of the database serves all checks within this time, in milliseconds. */
const sharedForMs = 1_000;

/** Queries the database, at most once at a time and once a second: anybody may call. */
const sharedProbe = ({ database }: Services): (() => Promise<boolean>) => {
  let answer: Promise<boolean> | undefined;
  const probe = async (): Promise<boolean> => {
    const isThere = await sql`select 1`.execute(database.db).then(
      () => true,
      () => false,
    );
    setTimeout(() => {
      answer = undefined;
    }, sharedForMs).unref();
    return isThere;
  };
  return () => {
    answer ??= probe();
    return Promise.race([answer, pause(readyWithinMs, false, { ref: false })]);
  };
};

export const health = fp<{ services: Services }>(async (app, { services }) => {
  const isDatabaseThere = sharedProbe(services);
  app.get('/health/live', async () => ({ status: 'live', version: manifest.version }));
  app.get('/health/ready', async (_request, reply) =>
    (await isDatabaseThere())
      ? { status: 'ready', version: manifest.version }
      : reply.code(503).header('retry-after', '5').send({ status: 'database away' }),
  );
});
