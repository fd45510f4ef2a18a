// Folds the changes of reports into the kept counts every few seconds, for as long as the server runs.
import type { Database } from '../../database/connection.ts';
import { applyDeltas } from './rollups.commands.ts';

/** At 500 reports a second some 2500 changes wait at most: reads add them up in a millisecond. */
const everyMs = 5_000;

/**
 * Starts folding; a failure is reported and tried again the next time.
 * @returns stops it, when the fold under way is done
 */
export const startApplyingDeltas = (
  database: Pick<Database, 'folding'>,
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
