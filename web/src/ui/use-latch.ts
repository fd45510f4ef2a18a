import { useState } from 'react';

/** True from the first time on: what is opened once stays, so that it can close with its movement. */
export const useLatch = (is: boolean): boolean => {
  const [was, setWas] = useState(is);
  if (is && !was) setWas(true);
  return was || is;
};
