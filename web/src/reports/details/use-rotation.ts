import { useEffect, useState } from 'react';

/** The rotation of a photo in quarter turns, not stored; another photo (`key`) starts upright. */
export const useRotation = (key: string | undefined) => {
  const [quarters, setQuarters] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another photo starts upright
  useEffect(() => setQuarters(0), [key]);
  return {
    degrees: quarters * 90,
    /** True at 90° and 270°, where width and height are exchanged. */
    isSideways: quarters % 2 !== 0,
    rotate: (by: 1 | -1) => setQuarters((known) => known + by),
  };
};
