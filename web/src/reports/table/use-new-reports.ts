// The number of matching reports since the list was loaded.
import { calls, circleKey, type LiveEvent } from '@survey/contract';
import { useEffect, useState } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { send } from '../../api/client.ts';
import { onLive } from '../../api/live.ts';
import { throttle } from '../../api/throttle.ts';
import { type Filters, filterQuery } from '../filters/report-search.ts';

/** False only where an event is certainly not about a matching report. */
export const concerns = (event: LiveEvent, { circle = [], username = [] }: Filters): boolean => {
  if (event.kind !== 'reports') return true;
  const isAmong = (wanted: readonly string[], told: readonly string[] | null) =>
    wanted.length === 0 || told === null || wanted.some((value) => told.includes(value));
  return isAmong(circle.map(circleKey), event.circles) && isAmong(username, event.usernames);
};

/**
 * Reports that match the filters and came after the list was loaded. 0 with a backend without live events.
 * @param loadedAt changes when the list is reloaded; 0 until it is loaded
 */
export const useNewReports = (filters: Filters, loadedAt: number): number => {
  const can = useCan('newReports');
  const [count, setCount] = useState(0);
  const written = JSON.stringify(filterQuery(filters));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `written` is the identity of the filters
  useEffect(() => {
    setCount(0);
    if (!can || loadedAt === 0) return undefined;
    const control = new AbortController();
    const query = JSON.parse(written) as object;
    let since: number | undefined;
    const ask = async () => {
      const answer = await send(
        calls.newReports,
        { query: { ...query, since } },
        { signal: control.signal },
      );
      if (since !== undefined) setCount(answer.count);
      since ??= answer.latest_id;
    };
    const { ask: askSoon, stop } = throttle(ask);
    // Starts after the rows are painted.
    const begin = setTimeout(askSoon);
    const leave = onLive((event) => {
      if (concerns(event, filters)) askSoon();
    });
    return () => {
      clearTimeout(begin);
      stop();
      leave();
      control.abort();
    };
  }, [can, loadedAt, written]);
  return count;
};
