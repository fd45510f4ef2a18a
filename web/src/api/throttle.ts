/** The pause after each run, in ms. */
const restMs = 1000;

/**
 * Runs `work` at most once at a time, with a pause after each run; events during a run and its pause share the next.
 * @returns `ask`, to be called for each event, and `stop`
 */
export const throttle = (work: () => Promise<unknown>, rest = restMs) => {
  let isBusy = false;
  let isAsked = false;
  let isStopped = false;
  const run = async () => {
    isBusy = true;
    while (isAsked && !isStopped) {
      isAsked = false;
      const started = Date.now();
      await work().catch(() => undefined);
      // A slow server gets a pause as long as the run took.
      const took = Date.now() - started;
      await new Promise((resolve) =>
        setTimeout(resolve, Math.max(rest, Math.min(took, 10 * rest))),
      );
    }
    isBusy = false;
  };
  return {
    ask: () => {
      isAsked = true;
      if (!isBusy) void run();
    },
    stop: () => {
      isStopped = true;
    },
  };
};
