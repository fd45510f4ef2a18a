import { useState } from 'react';

/** True from the first time `is` is true: a dialog that was opened once stays mounted, so that it can close animated. */
export const useLatch = (is: boolean): boolean => {
  const [isLatched, setLatched] = useState(is);
  if (is && !isLatched) setLatched(true);
  return isLatched || is;
};
