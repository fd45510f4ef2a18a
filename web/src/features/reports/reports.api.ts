// The calls of /report: one page of the list, filter options, PIN suggestions.
import { calls, limits, type PropertyReport, type ReportOptions } from '@survey/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useCan } from '../../api/capabilities.ts';
import { send } from '../../api/client.ts';
import { reportKeys } from '../../report-parts/report.api.ts';
import { reportOptionsOf } from '../../report-parts/report-options.ts';
import { type Filters, filterQuery } from '../../report-parts/report-search.ts';

interface PageWanted {
  page: number;
  /** Rows of a page. */
  pageSize: number;
}

/** One page of the reports that match; asked anew, an older question is cancelled. */
export const reportPageQuery = (filters: Filters, { page, pageSize }: PageWanted) => {
  const query = { ...filterQuery(filters), page, per_page: pageSize };
  return queryOptions({
    queryKey: reportKeys.list(query),
    queryFn: ({ signal }) => send(calls.allReports, { query }, { signal }),
  });
};

/** The page on the screen; nothing is asked while it is not wanted yet (a saved view is being opened). */
export const useReportPage = (
  filters: Filters,
  { isWanted, ...wanted }: PageWanted & { isWanted: boolean },
) =>
  useQuery({
    ...reportPageQuery(filters, wanted),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });

interface FilterChoices {
  options: ReportOptions;
  /** All PINs, from backends that answer all records; undefined from those that only count. */
  pins: string[] | undefined;
}

const choicesOf = (reports: readonly PropertyReport[]): FilterChoices => ({
  options: reportOptionsOf(reports),
  pins: [...new Set(reports.map(({ pin }) => pin))],
});

/** What the filters offer, however the backend answers it (decision 20). */
export const useFilterChoices = () =>
  useQuery({
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

/** PINs that contain the text, from the server; idle for a short text and where there is no such call. */
export const usePinSuggestions = (text: string) => {
  const can = useCan('pinSuggestions');
  return useQuery({
    queryKey: reportKeys.pins(text),
    queryFn: ({ signal }) => send(calls.pinSuggestions, { query: { text } }, { signal }),
    enabled: can && text.length >= limits.pinSuggestionMinChars,
    placeholderData: keepPreviousData,
  });
};
