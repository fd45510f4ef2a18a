import { calls } from '@survey/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCan } from '../api/capabilities.ts';
import { send } from '../api/client.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** Extent and circles of the matching reports; disabled where the backend has no map. */
export const useMapSummary = (query: Query) =>
  useQuery({
    queryKey: ['reports', 'map', query],
    queryFn: ({ signal }) => send(calls.mapSummary, { query }, { signal }),
    enabled: useCan('mapSummary'),
    placeholderData: keepPreviousData,
  });

/** The configured basemap, which does not change while the console runs. */
export const useBasemap = () =>
  useQuery({
    queryKey: ['basemap'],
    queryFn: async ({ signal }) =>
      (await send(calls.mapSummary, { query: {} }, { signal })).basemap,
    enabled: useCan('mapSummary'),
    staleTime: Number.POSITIVE_INFINITY,
  });
