import { useEffect, useState } from 'react';

const pattern = /^#code=([a-z-]{10,100})$/;

/** Takes a code out of the address, so that it is in no history and no picture of the screen. */
const takeCode = (): string | undefined => {
  const [, code] = pattern.exec(location.hash) ?? [];
  if (code) history.replaceState(history.state, '', location.pathname + location.search);
  return code;
};

// Read once, when the page starts: before anything else changes the address.
const offeredAtStart = takeCode();

/** The code of the link that the page was opened with, and a function that forgets it. */
export const useOfferedCode = () => {
  const [code, setCode] = useState(offeredAtStart);
  useEffect(() => {
    const look = () => setCode((known) => takeCode() ?? known);
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return { code, forget: () => setCode(undefined) };
};
