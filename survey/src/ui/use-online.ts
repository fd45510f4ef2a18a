import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};

/** What the browser believes; a portal may answer in place of the network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
