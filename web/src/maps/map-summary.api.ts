import { calls } from '@survey/contract';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { useCan } from '../api/capabilities.ts';
import { send } from '../api/client.ts';

type Query = Readonly<Record<string, string | undefined>>;

const keys = {
  summary: ['reports', 'map'],
  circles: ['reports', 'map-circles'],
  basemap: ['basemap'],
} as const;

/** Extent of the matching reports; disabled where the backend has no map. */
export const useMapSummary = (query: Query) =>
  useQuery({
    queryKey: [...keys.summary, query],
    queryFn: ({ signal }) => send(calls.mapSummary, { query }, { signal }),
    enabled: useCan('mapSummary'),
    placeholderData: keepPreviousData,
  });

/** The circles of the matching reports: of a backend without this call none are named. */
export const useMapCircles = (query: Query) =>
  useQuery({
    queryKey: [...keys.circles, query],
    queryFn: async ({ signal }) => (await send(calls.mapCircles, { query }, { signal })).circles,
    enabled: useCan('mapCircles'),
    placeholderData: keepPreviousData,
  });

/** The configured basemap, which does not change while the console runs. */
export const useBasemap = () =>
  useQuery({
    queryKey: keys.basemap,
    queryFn: async ({ signal }) =>
      (await send(calls.mapSummary, { query: {} }, { signal })).basemap,
    enabled: useCan('mapSummary'),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Asks again what the basemap is. */
export const refreshBasemap = (cache: QueryClient): void => {
  for (const queryKey of [keys.summary, keys.basemap]) void cache.invalidateQueries({ queryKey });
};
