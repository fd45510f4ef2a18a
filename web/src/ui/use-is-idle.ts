import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** False while the page is busy being drawn first, then true: for what nobody sees at once. */
export const useIsIdle = (): boolean => {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
};
