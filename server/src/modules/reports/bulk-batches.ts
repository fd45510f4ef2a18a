// Work on many reports, part by part: each a transaction of its own with its entry in the audit trail, so that
// phones never wait long for a list. What was done stays done where the work is stopped half-way.
import { errorMessages, selectionLimits } from '@survey/contract';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Database, Writer } from '../../database/connection.ts';
import { withRetry } from '../../database/deadlocks.ts';

interface Part {
  ids: readonly number[];
  /** From 1. */
  number: number;
}

/** Where work stands, as every line says it. */
interface Progress {
  total: number;
  done: number;
  ended?: 'complete' | 'failed' | undefined;
  message?: string | undefined;
}

interface Work<P extends Progress> {
  ids: Float64Array;
  log: FastifyBaseLogger;
  /** Where the work stands before its first part, but for `total` and `done`. */
  start: Omit<P, 'total' | 'done'>;
  /** Does a part in its transaction and answers where the work stands after it. */
  work: (db: Writer, part: Part, before: P) => Promise<P>;
  /** Told after each part that is committed. */
  afterPart?: () => void;
}

/** Tries of a part, of which nobody sees that it was broken. */
const tries = 4;

/**
 * Does the work and tells after each part where it stands, as lines of JSON. Whoever stops reading stops the work
 * after the part at hand. Never throws: a failure is the last line.
 */
export async function* linesOfParts<P extends Progress>(
  { db }: Pick<Database, 'db'>,
  { ids, log, start, work, afterPart }: Work<P>,
): AsyncGenerator<string> {
  const line = (value: object) => `${JSON.stringify(value)}\n`;
  let progress = { ...start, total: ids.length, done: 0 } as P;
  try {
    while (progress.done < ids.length) {
      const part = {
        ids: [...ids.subarray(progress.done, progress.done + selectionLimits.part)],
        number: Math.floor(progress.done / selectionLimits.part) + 1,
      };
      const before = progress;
      const after = await withRetry(
        () => db.transaction().execute((transaction) => work(transaction, part, before)),
        tries,
      );
      progress = { ...after, done: before.done + part.ids.length };
      afterPart?.();
      if (progress.done < ids.length) yield line(progress);
    }
    yield line({ ...progress, ended: 'complete' });
  } catch (error) {
    log.error({ err: error }, 'work on many reports ended in part');
    const message = error instanceof AppError ? error.message : errorMessages.unavailable;
    yield line({ ...progress, ended: 'failed', message });
  }
}
