// What all feeds need: who asks, which connection reads, and how the answer is streamed. Feeds are standard protocols,
// so their addresses are not in the call table.
import type { ApiScope } from '@survey/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../database/audit.ts';
import { inMoment, type Snapshot } from '../../database/snapshot.ts';
import { authenticate } from '../../plugins/callers.ts';
import type { Streamed } from '../../plugins/calls.ts';
import { leaving } from '../../plugins/client-disconnect.ts';
import { lagHeader } from '../../plugins/export-limits.ts';
import { endIfUnread } from '../../plugins/unread-streams.ts';
import type { Services } from '../../services.ts';

/** Longest time of a page's statements, in milliseconds. */
const pageLimitMs = 60_000;

/** Lets in only administrators and keys with the scope, before anything is parsed. */
export const forScope =
  (services: Services, keyScope: ApiScope) => async (request: FastifyRequest) => {
    request.actor = await authenticate(
      { access: 'administrator', method: 'GET', keyScope, circles: 'answer' },
      request,
      services.callers,
    );
  };

/** Excel and Power BI send credentials only after a 401 with this header. */
export const askForKey = (reply: FastifyReply): void => {
  reply.header('www-authenticate', 'Basic realm="field survey", charset="UTF-8"');
};

export const actorOf = (request: FastifyRequest): Actor => request.actor as Actor;

/** What a caller may read beside the reports. */
export interface Readable {
  units: boolean;
  owners: boolean;
}

/** What the scopes of a key allow; administrators may read everything. */
export const readableBy = (request: FastifyRequest): Readable => {
  const { key } = actorOf(request);
  return {
    units: !key || key.scopes.includes('units'),
    owners: !key || key.scopes.includes('owner-names'),
  };
};

/**
 * Reads in one snapshot and streams the result. Keys use the feeds' pool and lane; an administrator with a session uses
 * those of the console.
 */
export const answerInMoment = async (
  { database, config }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  make: (snapshot: Snapshot) => Promise<Streamed>,
): Promise<FastifyReply> => {
  const { key, id, address } = actorOf(request);
  const signal = leaving(reply);
  const lane = key ? database.feedLane : database.readLane;
  const leave = await lane.enter(key?.id ?? id ?? address, signal);
  try {
    const pool = key ? database.feeds : database.longReads;
    const { snapshot, made } = await inMoment(
      database,
      { signal, pool, limitMs: pageLimitMs },
      make,
    );
    const { type, body, headers } = made;
    reply.type(type).headers({ ...headers, ...lagHeader(snapshot) });
    if (typeof body === 'string') {
      snapshot.end();
      leave();
      return reply.send(body);
    }
    body.once('close', leave);
    if (signal.aborted) body.destroy();
    return reply.send(endIfUnread(reply, body, config.READER_PATIENCE_SECONDS));
  } catch (error) {
    leave();
    throw error;
  }
};
