import { useEffect, useState } from 'react';

/** True where `is` has been true for so many milliseconds: what is over quickly shows nothing. */
export const useDelayedFlag = (is: boolean, ms: number): boolean => {
  const [hasLasted, setLasted] = useState(false);
  useEffect(() => {
    if (!is) return undefined;
    const timer = setTimeout(() => setLasted(true), ms);
    return () => {
      clearTimeout(timer);
      setLasted(false);
    };
  }, [is, ms]);
  return is && hasLasted;
};
