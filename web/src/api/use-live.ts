// Live events in components. With a backend that has none, nothing happens.
import type { LiveEvent } from '@survey/contract';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useCan } from './capabilities.ts';
import { onLive } from './live.ts';

/** Calls back for each event while the component is there. */
export const useLive = (onEvent: (event: LiveEvent) => void): void => {
  const can = useCan('live');
  const tell = useEffectEvent(onEvent);
  useEffect(() => (can ? onLive((event) => tell(event)) : undefined), [can]);
};

/** Between two refreshes, so that a busy field does not keep the server busy, in milliseconds. */
const restMs = 1000;

/**
 * Runs work once for all events that come while it runs and a moment after, never twice at once.
 * @returns what takes an event, and what stops all of it
 */
export const gather = (work: () => Promise<unknown>, rest = restMs) => {
  let isBusy = false;
  let isAsked = false;
  let isStopped = false;
  const run = async () => {
    isBusy = true;
    const started = Date.now();
    while (isAsked && !isStopped) {
      isAsked = false;
      await work().catch(() => undefined);
      // Where the work takes long, the server gets as long a rest.
      const took = Date.now() - started;
      await new Promise((resolve) =>
        setTimeout(resolve, Math.max(rest, Math.min(took, 10 * rest))),
      );
    }
    isBusy = false;
  };
  return {
    ask: () => {
      isAsked = true;
      if (!isBusy) void run();
    },
    stop: () => {
      isStopped = true;
    },
  };
};

/** Asks the queries under a key anew when something happens in the field. */
export const useLiveRefresh = (key: QueryKey): void => {
  const cache = useQueryClient();
  const can = useCan('live');
  const name = JSON.stringify(key);
  useEffect(() => {
    if (!can) return undefined;
    const queryKey = JSON.parse(name) as QueryKey;
    const { ask, stop } = gather(() => cache.invalidateQueries({ queryKey }));
    const leave = onLive(ask);
    return () => {
      stop();
      leave();
    };
  }, [can, cache, name]);
};
