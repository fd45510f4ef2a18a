import { useCallback, useState } from 'react';

/** The value in local storage under a key, else `initial`. */
export const readStored = <Value>(key: string, initial: Value): Value => {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? initial : (JSON.parse(stored) as Value);
  } catch {
    return initial;
  }
};

/** State in local storage: collapsed sidebar, hidden columns, row height. */
export const useStoredState = <Value>(
  key: string,
  initial: Value,
): [Value, (value: Value) => void] => {
  const [value, setValue] = useState(() => readStored(key, initial));
  const store = useCallback(
    (next: Value) => {
      setValue(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Without storage the choice lasts until the page is closed.
      }
    },
    [key],
  );
  return [value, store];
};
