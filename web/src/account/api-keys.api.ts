// API keys of programs that read (docs/feeds.md).
import { type ClientInput, calls } from '@survey/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { send } from '../api/client.ts';

const keysKey = ['api-keys'];

/** All keys, newest first. */
export const useApiKeys = () =>
  useQuery({
    queryKey: keysKey,
    queryFn: async ({ signal }) => (await send(calls.apiKeys, {}, { signal })).keys,
  });

/** Names of the circles that a key may be limited to. */
export const useCircleNames = () =>
  useQuery({
    queryKey: [...keysKey, 'circles'],
    queryFn: async ({ signal }) =>
      (await send(calls.circleOverview, {}, { signal })).circles.map(({ circle }) => circle),
  });

const useRefresh = () => {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: keysKey });
};

/** Makes a key; the answer has the secret and is kept nowhere but on the screen. */
export const useAddApiKey = () => {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: ClientInput<typeof calls.addApiKey>['body']) =>
      send(calls.addApiKey, { body }),
    onSettled: refresh,
    gcTime: 0,
  });
};

export const useEndApiKey = () => {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => send(calls.endApiKey, { body: { id } }),
    onSettled: refresh,
  });
};
