// Refreshes that an open page makes by itself are not a use: a console that nobody touches signs itself out.

/** Without a key, a click or a scroll for so long, calls are the page's own. */
const unusedAfterMs = 5 * 60_000;

let lastUse = Date.now();

/** Notes when somebody last used the page. */
export const watchUse = (): void => {
  const note = () => {
    lastUse = Date.now();
  };
  for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) {
    window.addEventListener(kind, note, { capture: true, passive: true });
  }
};

/** Whether a call made now is the page's own. */
export const isUnused = (now = Date.now()): boolean => now - lastUse > unusedAfterMs;
