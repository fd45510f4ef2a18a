// What other administrators change in the shown reports, without a movement of the table.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { onLive } from '../../api/live.ts';
import { throttle } from '../../api/throttle.ts';
import type { Filters } from '../filters/report-search.ts';
import { isSameId, reportKeys } from '../report.api.ts';
import { fetchReportPage, type PageWanted, reportPageQuery } from '../reports.api.ts';

/**
 * Fetches the page again where administrators have changed reports, and gives the rows that are shown their new values:
 * no row comes or goes. Details that are open are fetched again too.
 */
export const useLiveStates = (filters: Filters, wanted: PageWanted): void => {
  const cache = useQueryClient();
  const can = useCan('live');
  const refresh = useEffectEvent(async (signal: AbortSignal) => {
    const { queryKey } = reportPageQuery(filters, wanted);
    const shown = cache.getQueryState(queryKey);
    if (!shown?.data) return;
    const [fresh] = await Promise.all([
      fetchReportPage(filters, wanted, signal),
      cache.invalidateQueries({ queryKey: reportKeys.anyDetails }),
    ]);
    cache.setQueryData(
      queryKey,
      (old) =>
        old && {
          ...old,
          data: old.data.map(
            (row) => fresh.data.find(({ id }) => isSameId(row.id ?? undefined, id)) ?? row,
          ),
        },
      // The count of new reports goes on from when the list was loaded.
      { updatedAt: shown.dataUpdatedAt },
    );
  });
  useEffect(() => {
    if (!can) return undefined;
    const control = new AbortController();
    const { ask, stop } = throttle(() => refresh(control.signal));
    const leave = onLive(({ kind }) => {
      if (kind !== 'reports') ask();
    });
    return () => {
      stop();
      leave();
      control.abort();
    };
  }, [can]);
};
