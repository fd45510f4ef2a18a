// Says to every open page of the phone, and to the service worker, that stored data have changed.
const channel = new BroadcastChannel('survey');
const listeners = new Set<() => void>();

channel.onmessage = () => {
  for (const listener of listeners) listener();
};

/** Call after a write. */
export const tellChange = (): void => {
  for (const listener of listeners) listener();
  channel.postMessage('changed');
};

/** @returns a function that ends it */
export const onChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
