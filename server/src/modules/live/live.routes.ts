import { calls } from '@survey/contract';
import { AppError } from '../../app-error.ts';
import { own, read } from '../../plugins/calls.ts';
import { reaching, reachOf } from '../../plugins/circle-limits.ts';
import { bearerToken } from '../../plugins/sessions.ts';
import { say } from '../../say.ts';
import { countNewReports, eventWithin } from './live.queries.ts';

/** Headers that keep proxies from buffering the events. */
const headers = {
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close',
};

export const liveRoutes = {
  live: own(calls.live, async ({ services, request, actor }) => {
    const token = bearerToken(request.headers.authorization);
    if (!token) throw new AppError('unauthenticated', say('session-ended'));
    // The limits are read once: a change of limits ends the session and with it the stream.
    const isReachable = actor.circles && reaching(actor);
    const body = await services.liveStreams.open(
      token,
      isReachable && ((event) => eventWithin(event, isReachable)),
    );
    if (request.method === 'HEAD') body.end();
    return { type: 'text/event-stream; charset=utf-8', body, headers };
  }),
  newReports: read(calls.newReports, ({ db, actor }, { query: { since, ...filters } }) =>
    countNewReports(db, filters, since, reachOf(actor)),
  ),
};
