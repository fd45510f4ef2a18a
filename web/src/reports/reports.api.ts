// The call of /report: one page of the list.
import { calls } from '@survey/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { send } from '../api/client.ts';
import { type Filters, filterQuery } from './filters/report-search.ts';
import { reportKeys } from './report.api.ts';
import { askedExtra } from './report-extras.ts';

interface PageWanted {
  page: number;
  /** Rows of a page. */
  pageSize: number;
}

/** One page of the matching reports; a newer query cancels the older. */
export const reportPageQuery = (filters: Filters, { page, pageSize }: PageWanted) => {
  const query = { ...filterQuery(filters), page, per_page: pageSize };
  return queryOptions({
    queryKey: reportKeys.list(query),
    queryFn: async ({ signal }) =>
      send(calls.allReports, { query: { ...query, ...(await askedExtra()) } }, { signal }),
  });
};

/** The page on the screen; disabled while a saved view is being opened. */
export const useReportPage = (
  filters: Filters,
  { isWanted, ...wanted }: PageWanted & { isWanted: boolean },
) =>
  useQuery({
    ...reportPageQuery(filters, wanted),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
