// Work that events ask for, at a pace that a busy field does not raise.

/** Between two refreshes, so that a busy field does not keep the server busy, in milliseconds. */
const restMs = 1000;

/**
 * Runs work once for all events that come while it runs and a moment after, never twice at once.
 * @returns what takes an event, and what stops all of it
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
      // Where the work takes long, the server gets as long a rest.
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
