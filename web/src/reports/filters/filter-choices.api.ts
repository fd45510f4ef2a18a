// The calls of the filter bar: filter options and PIN suggestions.
import { calls, limits, type ReportOptions } from '@survey/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCan, useIsOurServer } from '../../api/capabilities.ts';
import { send } from '../../api/client.ts';
import { useIsIdle } from '../../ui/use-is-idle.ts';
import { recordsFreshMs, reportKeys } from '../report.api.ts';
import { choicesOf } from './report-options.ts';
import { type Filters, filterQuery } from './report-search.ts';

interface FilterChoices {
  options: ReportOptions;
  /** All PINs, from backends that answer all records; else undefined. */
  pins: readonly string[] | undefined;
}

/** The filter options, from either form of the answer (R20). All records are fetched seldom. */
export const useFilterChoices = () => {
  const isOurs = useIsOurServer();
  return useQuery({
    enabled: useIsIdle(),
    queryKey: isOurs ? reportKeys.options : reportKeys.allRecords,
    queryFn: async ({ signal }): Promise<FilterChoices> => {
      const query = isOurs ? ({ view: 'options' } as const) : {};
      const answer = await send(calls.allReportsNoPagination, { query }, { signal });
      return 'options' in answer
        ? { options: answer.options, pins: undefined }
        : choicesOf(answer.data, signal);
    },
    staleTime: isOurs ? 60_000 : recordsFreshMs,
    refetchOnWindowFocus: isOurs,
  });
};

/** Counts of the filters' values under the other filters; undefined where none is set, or the backend has no such call. */
export const useFilterCounts = (filters: Filters) => {
  const can = useCan('filterCounts');
  const query = filterQuery(filters);
  const isFiltered = Object.keys(query).length > 0;
  const { data } = useQuery({
    queryKey: reportKeys.counts(query),
    queryFn: ({ signal }) => send(calls.filterCounts, { query }, { signal }),
    enabled: can && isFiltered,
    placeholderData: keepPreviousData,
  });
  return isFiltered ? data?.counts : undefined;
};

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
