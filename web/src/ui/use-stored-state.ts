import { useCallback, useState } from 'react';

/** What this browser remembers under a name, else `initial`. */
export const readStored = <Value>(key: string, initial: Value): Value => {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? initial : (JSON.parse(stored) as Value);
  } catch {
    return initial;
  }
};

/** State that this browser remembers: collapsed sidebar, hidden columns, row height. */
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
        // A full or forbidden storage only means that the choice is not remembered.
      }
    },
    [key],
  );
  return [value, store];
};
