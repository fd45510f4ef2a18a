// The calls of the filter bar: filter options and PIN suggestions.
import { calls, limits, type PropertyReport, type ReportOptions } from '@survey/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCan } from '../../api/capabilities.ts';
import { send } from '../../api/client.ts';
import { useIsIdle } from '../../ui/use-is-idle.ts';
import { reportKeys } from '../report.api.ts';
import { reportOptionsOf } from './report-options.ts';

interface FilterChoices {
  options: ReportOptions;
  /** All PINs, from backends that answer all records; else undefined. */
  pins: string[] | undefined;
}

const choicesOf = (reports: readonly PropertyReport[]): FilterChoices => ({
  options: reportOptionsOf(reports),
  pins: [...new Set(reports.map(({ pin }) => pin))],
});

/** The filter options, from either form of the answer (R20). */
export const useFilterChoices = () =>
  useQuery({
    enabled: useIsIdle(),
    queryKey: reportKeys.options,
    queryFn: async ({ signal }): Promise<FilterChoices> => {
      const query = { view: 'options' } as const;
      const answer = await send(calls.allReportsNoPagination, { query }, { signal });
      return 'options' in answer
        ? { options: answer.options, pins: undefined }
        : choicesOf(answer.data);
    },
    staleTime: 60_000,
  });

/** PIN suggestions of the server; disabled for a short text and where the backend has no such call. */
export const usePinSuggestions = (text: string) => {
  const can = useCan('pinSuggestions');
  return useQuery({
    queryKey: reportKeys.pins(text),
    queryFn: ({ signal }) => send(calls.pinSuggestions, { query: { text } }, { signal }),
    enabled: can && text.length >= limits.pinSuggestionMinChars,
    placeholderData: keepPreviousData,
  });
};
