// Live updates: events that open consoles receive as they happen.
import { z } from 'zod';
import { defineCall } from './call.ts';
import { wholeNumber } from './fields.ts';
import { reportFilters } from './report-filters.ts';

/** Most circles and usernames that one event names; beyond that it names none. */
export const livePlacesNamed = 40;

/**
 * An event. It is small and carries no record: a client that it may concern calls the usual calls.
 * - `reports`: phones submitted `count` reports. Circles and usernames are those concerned, null where they
 *   are too many to name. For who is limited to circles it names these only, counts one report for each, and names no usernames.
 * - `flags`: checks found or withdrew flags, or an administrator dismissed one, at reports of these circles, null where they
 *   are too many to name.
 * - `changed`: administrators changed which reports are current, by setting some aside or by an undo.
 * - `missed`: events may have been lost (the database was unavailable); reload everything.
 */
export const liveEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('reports'),
    count: z.number().int().min(1),
    circles: z.array(z.string()).nullable(),
    usernames: z.array(z.string()).nullable(),
  }),
  z.object({ kind: z.literal('flags'), circles: z.array(z.string()).nullable() }),
  z.object({ kind: z.literal('changed') }),
  z.object({ kind: z.literal('missed') }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** Streams that one session may hold open; all components of a tab share one. */
export const liveStreamsPerSession = 20;

export const live = defineCall({
  name: 'live',
  module: 'live',
  method: 'GET',
  path: '/api/live',
  access: 'administrator',
  circles: 'answer',
  summary: `Server-sent events: each is one JSON value (kind reports, flags, changed or missed). Ends with the session; at most ${liveStreamsPerSession} streams a session.`,
  input: {},
  reply: { kind: 'stream', types: ['text/event-stream'] },
  errors: ['unauthenticated', 'access-not-allowed', 'too-many-attempts', 'unavailable'],
  extension: true,
});

export const newReports = defineCall({
  name: 'newReports',
  module: 'live',
  method: 'GET',
  path: '/api/live/new-reports',
  access: 'administrator',
  circles: 'filters',
  summary:
    'How many current reports that match the filters arrived after the one with the id `since`; without it none, and only the newest id.',
  input: { query: reportFilters.extend({ since: wholeNumber.optional() }) },
  reply: { kind: 'json', schema: z.object({ count: z.number(), latest_id: z.number() }) },
  errors: ['unauthenticated', 'access-not-allowed', 'invalid-input'],
  extension: true,
  example: { query: { since: 1, circle: 'Model Town' } },
});
