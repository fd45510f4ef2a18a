import { useEffect, useRef } from 'react';
import { remainingText } from './remaining-time.ts';

/**
 * The remaining time of a task that reports only its progress. A new `key` starts a new measurement; undefined while
 * nothing runs.
 */
export const useRemaining = (
  key: string | undefined,
  done: number,
  total: number,
): string | undefined => {
  const began = useRef({ key, at: performance.now() });
  useEffect(() => {
    began.current = { key, at: performance.now() };
  }, [key]);
  if (key === undefined || total <= 0 || began.current.key !== key) return undefined;
  return remainingText((100 * done) / total, performance.now() - began.current.at);
};
