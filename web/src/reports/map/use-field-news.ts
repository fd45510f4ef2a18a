import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { onLive } from '../../api/live.ts';
import { throttle } from '../../api/throttle.ts';
import type { Filters } from '../filters/report-search.ts';
import { reportKeys } from '../report.api.ts';
import { concerns } from '../table/use-new-reports.ts';

/** A number that is incremented when new reports may match, so that the map fetches its tiles again. */
export const useFieldNews = (filters: Filters): number => {
  const can = useCan('live');
  const cache = useQueryClient();
  const [version, setVersion] = useState(0);
  useEffect(() => {
    if (!can) return undefined;
    const { ask, stop } = throttle(async () => {
      setVersion(Date.now());
      await cache.invalidateQueries({ queryKey: reportKeys.all });
    });
    const leave = onLive((event) => {
      if (concerns(event, filters)) ask();
    });
    return () => {
      stop();
      leave();
    };
  }, [can, cache, filters]);
  return version;
};
