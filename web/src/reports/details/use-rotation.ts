import { useEffect, useState } from 'react';

/** Quarter turns of one picture, for the moment; another one (`key`) stands upright. */
export const useRotation = (key: string | undefined) => {
  const [turns, setRotation] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture stands upright
  useEffect(() => setRotation(0), [key]);
  return {
    degrees: turns * 90,
    /** Lies on its side, so that width and height change places. */
    isAside: turns % 2 !== 0,
    turn: (by: 1 | -1) => setRotation((known) => known + by),
  };
};
