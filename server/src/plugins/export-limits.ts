// Exports hold a connection while they are read, so their number is limited for each session (ADR 40).
import type { Readable } from 'node:stream';
import { replicaLagHeader } from '@survey/contract';
import { AppError } from '../app-error.ts';
import { inMoment, type Snapshot } from '../database/snapshot.ts';
import { say } from '../say.ts';
import type { Context, Streamed } from './calls.ts';
import { bearerToken } from './sessions.ts';

const exportsOfSession = 2;
/** Seconds after which a refused client may come again. */
const retryAfter = 10;

/** Exports under way by session, for each server, because tests run several in a process. */
const underWay = new WeakMap<object, Map<string, number>>();

/** @throws AppError too-many-attempts */
const begin = (server: object, session: string): (() => void) => {
  const counts = underWay.get(server) ?? new Map<string, number>();
  underWay.set(server, counts);
  const count = counts.get(session) ?? 0;
  if (count >= exportsOfSession) {
    throw new AppError('too-many-attempts', say('too-many-exports'), { retryAfter });
  }
  counts.set(session, count + 1);
  return () => {
    const left = (counts.get(session) ?? 1) - 1;
    if (left === 0) counts.delete(session);
    else counts.set(session, left);
  };
};

/**
 * Takes a place for an export: one of the session, or one in the lane of feeds for a program with an API key.
 * @throws AppError too-many-attempts, unavailable
 */
const takePlace = async ({ services, request, actor, signal }: Context<unknown>) => {
  const { database } = services;
  if (actor.key) {
    const end = await database.feedLane.enter(actor.key.id, signal);
    return { end, pool: database.feeds };
  }
  const end = begin(services, bearerToken(request.headers.authorization) ?? '');
  return { end, pool: database.longReads };
};

/** The header of an answer from a replica, with its lag. */
export const lagHeader = ({ lag }: Snapshot): Record<string, string> =>
  lag === undefined ? {} : { [replicaLagHeader]: lag.toFixed(3) };

/**
 * Answers with a stream that counts as an export of its session or API key.
 * @param make makes the answer; its queries use the given reader
 * @throws AppError too-many-attempts
 */
export const exporting = async (
  context: Context<unknown>,
  make: (snapshot: Snapshot) => Promise<Streamed & { body: Readable }>,
): Promise<Streamed> => {
  const { services, signal } = context;
  const { end, pool } = await takePlace(context);
  try {
    const { snapshot, made } = await inMoment(services.database, { signal, pool }, make);
    made.body.once('close', end);
    // The client disconnected while the answer was made: nothing else will destroy the stream.
    if (signal.aborted) made.body.destroy();
    return { ...made, headers: { ...made.headers, ...lagHeader(snapshot) } };
  } catch (error) {
    end();
    throw error;
  }
};
