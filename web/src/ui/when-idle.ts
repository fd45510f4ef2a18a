/** The delay in a browser without `requestIdleCallback` (Safari), in ms. */
const pauseMs = 1000;
/** The longest delay in a busy page, in ms. */
const patienceMs = 5000;

/** Runs `work` when the browser is idle. Returns the function that cancels it. */
export const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: patienceMs });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, pauseMs);
  return () => clearTimeout(timer);
};
