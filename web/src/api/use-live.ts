// Queries that follow live events. With a backend that has none, nothing happens.
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCan } from './capabilities.ts';
import { onLive } from './live.ts';
import { throttle } from './throttle.ts';

/** Refetches the queries under a key when events come. */
export const useLiveRefresh = (key: QueryKey): void => {
  const cache = useQueryClient();
  const can = useCan('live');
  const name = JSON.stringify(key);
  useEffect(() => {
    if (!can) return undefined;
    const queryKey = JSON.parse(name) as QueryKey;
    const { ask, stop } = throttle(() => cache.invalidateQueries({ queryKey }));
    const leave = onLive(ask);
    return () => {
      stop();
      leave();
    };
  }, [can, cache, name]);
};
