/** What a browser without `requestIdleCallback` (Safari) waits, in ms. */
const pauseMs = 1000;
/** The longest that a busy page puts it off, in ms. */
const patienceMs = 5000;

/** Runs work when the page has nothing else to do. Gives the function that takes it back. */
export const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: patienceMs });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, pauseMs);
  return () => clearTimeout(timer);
};
