// For whoever watches the process: live = it runs, ready = it can answer from its database.
import { setTimeout as pause } from 'node:timers/promises';
import fp from 'fastify-plugin';
import { sql } from 'kysely';
import type { Services } from '../services.ts';

/** Longest wait for the database, in milliseconds: who watches wants an answer, not patience. */
const readyWithinMs = 2_000;

const isDatabaseThere = async ({ database }: Services): Promise<boolean> => {
  const asked = sql`select 1`.execute(database.db).then(
    () => true,
    () => false,
  );
  return Promise.race([asked, pause(readyWithinMs, false, { ref: false })]);
};

export const health = fp<{ services: Services }>(async (app, { services }) => {
  app.get('/health/live', async () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) =>
    (await isDatabaseThere(services))
      ? { status: 'ready' }
      : reply.code(503).header('retry-after', '5').send({ status: 'database away' }),
  );
});
