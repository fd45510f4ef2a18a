import { useEffect, useState } from 'react';

// spec 9: +10 every 300 ms, capped at 90; 100 comes with the answer.
const step = 10;
const stepMs = 300;
const cap = 90;

/** Simulated percent of an upload: rises while `isRunning`, from 0 each time. */
export const useSimulatedProgress = (isRunning: boolean): number => {
  const [percent, setPercent] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    setPercent(0);
    const timer = setInterval(() => setPercent((now) => Math.min(now + step, cap)), stepMs);
    return () => clearInterval(timer);
  }, [isRunning]);
  return percent;
};
