// Detects clients that disconnect while their answer is made.
import type { FastifyReply } from 'fastify';
import { AskerLeft } from '../database/reading-pool.ts';

/** Aborted when the client disconnects before it has its answer. */
export const leaving = ({ raw }: FastifyReply): AbortSignal => {
  // Disconnected during authentication.
  if (raw.destroyed) return AbortSignal.abort(new AskerLeft());
  const left = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort(new AskerLeft());
  });
  return left.signal;
};
