// More work than the server can do is refused at once, with the time to come back, instead of kept waiting.
import underPressure from '@fastify/under-pressure';
import { errorMessages } from '@survey/contract';
import fp from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import type { Services } from '../services.ts';

/** Seconds: phones and consoles that come back then do not all come at once, they add their own jitter. */
const retryAfter = 5;

const tooBusy = () => new AppError('unavailable', errorMessages.unavailable, { retryAfter });

/** What watches the process must not be told that it is dead because it is busy. */
const isWatching = (url: string): boolean => /^\/(health|metrics)(\/|\?|$)/.test(url);

/**
 * Answers 503 with Retry-After where the process is late (OVERLOAD_DELAY_MS) and where more requests wait
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
