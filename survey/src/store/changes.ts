// Says to every open page of the phone, and to the service worker, that stored data have changed.
const channel = new BroadcastChannel('survey');
const listeners = new Set<() => void>();

channel.onmessage = () => {
  for (const listener of listeners) listener();
};

/** A queue of hundreds changes a hundred times a second: screens read what is stored ten times at most. */
const leastMs = 100;
let toldAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const tellNow = (): void => {
  timer = undefined;
  toldAt = Date.now();
  for (const listener of listeners) listener();
  channel.postMessage('changed');
};

/** Call after a write: at once after a pause, else together with the changes that follow. */
export const tellChange = (): void => {
  const wait = toldAt + leastMs - Date.now();
  if (wait <= 0 || wait > leastMs) {
    clearTimeout(timer);
    tellNow();
  } else timer ??= setTimeout(tellNow, wait);
};

/** @returns a function that ends it */
export const onChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
