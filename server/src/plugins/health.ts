// For whoever watches the process: live = it runs, ready = it can answer from its database.
import fp from 'fastify-plugin';
import { sql } from 'kysely';
import type { Services } from '../services.ts';

export const health = fp<{ services: Services }>(async (app, { services }) => {
  app.get('/health/live', async () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    try {
      await sql`select 1`.execute(services.database.db);
      return { status: 'ready' };
    } catch {
      return reply.code(503).header('retry-after', '5').send({ status: 'database away' });
    }
  });
});
