// Refuses work beyond the server's capacity at once, with a time to come back, instead of queueing it.
import underPressure from '@fastify/under-pressure';
import fp from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import { say } from '../say.ts';
import type { Services } from '../services.ts';

/** Seconds; phones and consoles add their own jitter, so that they do not all come back at once. */
const retryAfter = 5;

const tooBusy = () => new AppError('unavailable', say('unavailable'), { retryAfter });

/** Health checks and metrics are exempt: a busy server is not dead. */
const isWatching = (url: string): boolean => /^\/(health|metrics)(\/|\?|$)/.test(url);

/**
 * Answers 503 with Retry-After where the event loop is late (OVERLOAD_DELAY_MS) or where more requests wait
 * for a connection to the database than DATABASE_QUEUE allows.
 */
export const loadShedding = fp<{ services: Services }>(async (app, { services }) => {
  const { config, database } = services;
  await app.register(underPressure, {
    maxEventLoopDelay: config.OVERLOAD_DELAY_MS,
    retryAfter,
    pressureHandler: (request) => {
      if (!isWatching(request.url)) throw tooBusy();
    },
  });
  app.addHook('onRequest', async (request) => {
    const needsDatabase = request.routeOptions.config.call !== undefined;
    const { requests, ingestion } = database;
    const waiting = Math.max(requests.waitingCount, ingestion.waitingCount);
    if (needsDatabase && waiting >= config.DATABASE_QUEUE) throw tooBusy();
  });
});
