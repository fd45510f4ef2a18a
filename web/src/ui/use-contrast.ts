import { useMediaQuery } from '@mantine/hooks';
import { useSyncExternalStore } from 'react';

const storageKey = 'contrast';
const listeners = new Set<() => void>();

const isChosen = (): boolean => {
  try {
    return localStorage.getItem(storageKey) === 'more';
  } catch {
    // Storage may be forbidden: the system's setting counts then.
    return false;
  }
};

const choose = (hasMore: boolean): void => {
  try {
    if (hasMore) localStorage.setItem(storageKey, 'more');
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  for (const tell of listeners) tell();
};

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
  };
};

/** High contrast: chosen by the user or set in the system; the console cannot switch the latter off. */
export const useContrast = () => {
  const chosen = useSyncExternalStore(subscribe, isChosen);
  const system = useMediaQuery('(prefers-contrast: more)', false, {
    getInitialValueInEffect: false,
  });
  return { isHigh: chosen || system, isFromSystem: system, choose };
};
