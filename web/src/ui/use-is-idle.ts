import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** False until the first render is done and the browser is idle: for work that is not visible at once. */
export const useIsIdle = (): boolean => {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
};
