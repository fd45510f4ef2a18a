import { useMemo } from 'react';

/**
 * The value, and the same object as long as it says the same: what is made anew from an address or an answer
 * does not draw everything anew. For values that JSON can write.
 */
export const useStableValue = <Value>(value: Value): Value => {
  const written = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `written` says what the value is
  return useMemo(() => value, [written]);
};
