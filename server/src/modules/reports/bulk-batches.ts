// Bulk work in batches: each is a transaction with its own audit entry, so that phones never wait long for a list.
// Committed batches stay when the work is stopped.
import { selectionLimits } from '@survey/contract';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Database, Writer } from '../../database/connection.ts';
import { withRetry } from '../../database/deadlocks.ts';
import { telling } from '../../say.ts';

interface Part {
  ids: readonly number[];
  /** Counted from 1. */
  number: number;
}

/** Progress, as every line of the answer states it. */
interface Progress {
  total: number;
  done: number;
  ended?: 'complete' | 'failed' | undefined;
  message?: string | undefined;
}

/** Runs `work` and notifies open consoles after its commit. */
export type Notify = <T>(work: () => Promise<T>) => Promise<T>;

interface Work<P extends Progress> {
  ids: Float64Array;
  log: FastifyBaseLogger;
  /** The progress before the first batch, without `total` and `done`. */
  start: Omit<P, 'total' | 'done'>;
  /** Runs a batch in its transaction and returns the progress after it. */
  work: (db: Writer, part: Part, before: P) => Promise<P>;
  /** Runs each batch and notifies open consoles after its commit. */
  notify?: Notify;
}

/** Tries of a batch after a deadlock or a lost race. */
const tries = 4;

/**
 * Runs the batches and yields the progress after each, as lines of JSON. A reader that stops reading stops the work
 * after the current batch. Never throws: a failure is the last line.
 */
export async function* linesOfParts<P extends Progress>(
  { db }: Pick<Database, 'db'>,
  { ids, log, start, work, notify = (batch) => batch() }: Work<P>,
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
      const after = await notify(() =>
        withRetry(
          () => db.transaction().execute((transaction) => work(transaction, part, before)),
          tries,
        ),
      );
      progress = { ...after, done: before.done + part.ids.length };
      if (progress.done < ids.length) yield line(progress);
    }
    yield line({ ...progress, ended: 'complete' });
  } catch (error) {
    log.error({ err: error }, 'work on many reports ended in part');
    const told =
      error instanceof AppError
        ? { message: error.message, said: error.said }
        : telling('unavailable');
    yield line({ ...progress, ended: 'failed', ...told });
  }
}
