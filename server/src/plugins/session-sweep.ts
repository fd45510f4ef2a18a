// Deletes expired sessions, because they contain personal data (addresses and browsers).
import fp from 'fastify-plugin';
import type { Services } from '../services.ts';
import { forgetEndedSessions } from './sessions.ts';

const everyMs = 6 * 3600 * 1000;

/** Sweeps periodically while the server runs. Several servers may do so at the same time. */
export const sessionSweep = fp<{ services: Services }>(async (app, { services }) => {
  const { config, database } = services;
  const sweep = async () => {
    await forgetEndedSessions(database.db, config).catch((error: Error) =>
      app.log.warn({ err: error }, 'ended sessions were not swept'),
    );
  };
  const timer = setInterval(() => void sweep(), everyMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onListen', sweep);
});
