import { calls, limits } from '@survey/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCan } from '../../api/capabilities.ts';
import { send } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';

const freshMs = 60_000;

/** All mobile users, fetched when the palette first opens. */
export const usePeople = () =>
  useQuery({
    queryKey: ['palette', 'users'],
    queryFn: async ({ signal }) => (await send(calls.mobileUsers, {}, { signal })).users,
    staleTime: freshMs,
    enabled: useSession() !== undefined,
  });

/** Names of all circles; empty where the backend has no call for them. */
export const useCircleNames = () =>
  useQuery({
    queryKey: ['dashboard', 'overview'],
    queryFn: ({ signal }) => send(calls.dashboardOverview, {}, { signal }),
    select: (overview) => overview.circles.map(({ circle }) => circle),
    staleTime: freshMs,
    enabled: useCan('dashboardOverview'),
  });

/** PINs that contain the text, from two characters on (spec 5). */
export const usePins = (text: string) => {
  const wanted = text.trim();
  const can = useCan('pinSuggestions');
  return useQuery({
    queryKey: ['palette', 'pins', wanted],
    queryFn: async ({ signal }) =>
      (await send(calls.pinSuggestions, { query: { text: wanted } }, { signal })).pins,
    enabled: can && wanted.length >= limits.pinSuggestionMinChars,
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  });
};
