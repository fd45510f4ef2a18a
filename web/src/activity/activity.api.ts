import { calls } from '@survey/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { send } from '../api/client.ts';
import type { ActivityState } from './activity-state.ts';

const key = ['activity'];

/** The query for the server: the state without the open entry. */
const queryOf = ({ entry: _, before, ...filters }: ActivityState) => ({
  ...filters,
  ...(before ? { before } : {}),
});

/** A page of entries, newest first. */
export const useActivity = (state: ActivityState) => {
  const query = queryOf(state);
  return useQuery({
    queryKey: [...key, query],
    queryFn: ({ signal }) => send(calls.activityList, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
};

/** All actors of the audit trail. */
export const useActors = () =>
  useQuery({
    queryKey: [...key, 'actors'],
    queryFn: async ({ signal }) => (await send(calls.activityOptions, {}, { signal })).actors,
    staleTime: 60_000,
  });

/** One entry with its details. */
export const useActivityEntry = (id: number | undefined) =>
  useQuery({
    queryKey: [...key, 'entry', id],
    queryFn: ({ signal }) => send(calls.activityDetails, { params: { id: id ?? 0 } }, { signal }),
    enabled: id !== undefined,
  });
