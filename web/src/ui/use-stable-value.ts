import { useMemo } from 'react';

/**
 * The value, as the same object while its JSON is the same: a value parsed anew from an address or an answer does not
 * render everything that takes it.
 */
export const useStableValue = <Value>(value: Value): Value => {
  const written = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `written` is the identity of the value
  return useMemo(() => value, [written]);
};
