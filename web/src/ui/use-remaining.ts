import { useEffect, useRef } from 'react';
import { remainingText } from './remaining-time.ts';

/**
 * How long work will go on, for work that tells only how much is done: `key` names the stretch that is
 * measured, undefined while nothing runs.
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
