// What bulk actions in batches share: how far they are, and what was done when they end early.
import { t } from '../../text/text.ts';
import { formatNumber } from '../../ui/format.ts';
import type { Tell } from './bulk-job.ts';

interface Batches<State> {
  label: string;
  /** Runs the action; `onProgress` hears of each batch. */
  run: (onProgress: (state: State) => void) => Promise<State>;
  /** How many reports were changed so far. */
  changed: (state: State) => number;
  /** Tells the user what was done. */
  tellDone: (state: State) => void;
  tell: Tell;
}

/**
 * Runs an action in batches and tells its progress and its result. Batches that were done stay done after a cancellation
 * or a failure: they are told too, before the error is thrown on.
 */
export const followBatches = async <State extends { done: number; total: number }>({
  label,
  run,
  changed,
  tellDone,
  tell,
}: Batches<State>): Promise<void> => {
  let last: State | undefined;
  const onProgress = (state: State) => {
    last = state;
    tell({
      label,
      percent: (state.done / state.total) * 100,
      detail: t('{done} of {total} reports', {
        done: formatNumber(state.done),
        total: formatNumber(state.total),
      }),
    });
  };
  try {
    tellDone(await run(onProgress));
  } catch (error) {
    if (last && changed(last) > 0) tellDone(last);
    throw error;
  }
};
