// Calls of the rules: settings, previews, re-evaluations.
import { type CheckName, type CheckRun, calls, type RuleSettings } from '@survey/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCan } from '../api/capabilities.ts';
import { send } from '../api/client.ts';

/** How often the progress of a re-evaluation is asked for, in ms. */
const runEveryMs = 1000;

const checksQuery = queryOptions({
  queryKey: ['checks'],
  queryFn: ({ signal }) => send(calls.checks, {}, { signal }),
});
const runQuery = queryOptions({
  queryKey: ['check-run'],
  queryFn: async ({ signal }) => (await send(calls.latestCheckRun, {}, { signal })).run,
});

/** The rules with their precision; disabled where the backend has none. */
export const useChecks = () => {
  const can = useCan('checks');
  return useQuery({ ...checksQuery, enabled: can });
};

export const useSaveCheck = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ check, ...body }: RuleSettings & { check: CheckName; version: number }) =>
      send(calls.saveCheck, { params: { check }, body }),
    onSettled: () => cache.invalidateQueries({ queryKey: checksQuery.queryKey }),
  });
};

/** What a rule with these settings would have flagged. Stores nothing. */
export const usePreviewCheck = () =>
  useMutation({
    mutationFn: ({ check, ...body }: RuleSettings & { check: CheckName }) =>
      send(calls.previewCheck, { params: { check }, body }),
  });

/** The newest re-evaluation, with its progress while it runs. */
export const useCheckRun = () => {
  const can = useCan('latestCheckRun');
  return useQuery({
    ...runQuery,
    enabled: can,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? runEveryMs : false),
  });
};

const useRunChange = <Input>(change: (input: Input) => Promise<{ run: CheckRun }>) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ run }) => cache.setQueryData(runQuery.queryKey, run),
    onSettled: () => cache.invalidateQueries({ queryKey: runQuery.queryKey }),
  });
};

/** Starts a re-evaluation of the last days; null for all reports. */
export const useStartRun = () =>
  useRunChange((days: number | null) => send(calls.startCheckRun, { body: { days } }));

export const useCancelRun = () =>
  useRunChange((id: number) => send(calls.cancelCheckRun, { params: { id } }));
