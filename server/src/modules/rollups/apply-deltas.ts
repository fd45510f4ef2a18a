// Applies the deltas of reports to the rollups every few seconds, while the server runs.
import type { Database } from '../../database/connection.ts';
import { applyDeltas } from './rollups.commands.ts';

/** At 500 reports a second at most some 2500 deltas wait: reads add them up in a millisecond. */
const everyMs = 5_000;

/**
 * Starts applying deltas periodically; a failure is logged and retried at the next interval.
 * @returns a function that stops it after the current run
 */
export const startApplyingDeltas = (
  database: Pick<Database, 'rollupUpdates'>,
  reportFailure: (error: unknown) => void,
): (() => Promise<void>) => {
  let underWay: Promise<unknown> = Promise.resolve();
  let isIdle = true;
  const timer = setInterval(() => {
    if (!isIdle) return;
    isIdle = false;
    underWay = applyDeltas(database)
      .catch(reportFailure)
      .finally(() => {
        isIdle = true;
      });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await underWay;
  };
};
