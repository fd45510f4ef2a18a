import { useEffect, useState } from 'react';

/** True once `is` has been true for `ms` milliseconds: short waits show no indicator. */
export const useDelayedFlag = (is: boolean, ms: number): boolean => {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!is) return undefined;
    const timer = setTimeout(() => setDue(true), ms);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [is, ms]);
  return is && isDue;
};
