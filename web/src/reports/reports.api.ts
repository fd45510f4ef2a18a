// The call of /report: one page of the list.
import { calls, type ReplyOf, type ReportSort } from '@survey/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { send } from '../api/client.ts';
import { fieldTexts } from '../ui/error-text.ts';
import { type Filters, filterQuery } from './filters/report-search.ts';
import { reportKeys } from './report.api.ts';
import { askedExtra } from './report-extras.ts';

export interface PageWanted {
  page: number;
  /** Rows of a page. */
  pageSize: number;
  /** The order of the rows; undefined: newest capture first. */
  sort?: ReportSort | undefined;
}

type ReportPage = ReplyOf<typeof calls.allReports>;

/** A page whose counts are not below what it shows: some backends leave them out. */
const settled = (
  answer: ReportPage,
  { page, per_page }: { page: number; per_page: number },
): ReportPage => {
  const shownPage = answer.current_page >= 1 ? answer.current_page : page;
  const before = answer.data.length > 0 ? (shownPage - 1) * per_page : 0;
  const total = Math.max(answer.total, before + answer.data.length);
  const reached = answer.data.length > 0 ? shownPage : 1;
  // Where neither pages nor records are counted, another page may follow a full one.
  const isOpenEnd = answer.total === 0 && answer.data.length >= per_page;
  const last = answer.last_page || (isOpenEnd ? reached + 1 : Math.ceil(total / per_page));
  return { data: answer.data, total, current_page: shownPage, last_page: Math.max(last, reached) };
};

/** A page, and why its rows are not in the order that was asked for, where they could not be. */
type OrderedPage = ReportPage & { unsorted?: string };

const queryOf = (filters: Filters, { page, pageSize, sort }: PageWanted) => ({
  ...filterQuery(filters),
  page,
  per_page: pageSize,
  ...(sort && { sort }),
});

const sortRefusal = (error: unknown): string | undefined =>
  error instanceof ApiError ? fieldTexts(error).sort?.[0] : undefined;

/** Fetches one page of the matching reports; in the usual order where the backend refuses the other. */
export const fetchReportPage = async (
  filters: Filters,
  wanted: PageWanted,
  signal: AbortSignal,
): Promise<OrderedPage> => {
  const query = queryOf(filters, wanted);
  const asked = { ...query, ...(await askedExtra()) };
  try {
    return settled(await send(calls.allReports, { query: asked }, { signal }), query);
  } catch (error) {
    const unsorted = wanted.sort && sortRefusal(error);
    if (unsorted === undefined) throw error;
    const usual = await fetchReportPage(filters, { ...wanted, sort: undefined }, signal);
    return { ...usual, unsorted };
  }
};

/** One page of the matching reports; a newer query cancels the older. */
export const reportPageQuery = (filters: Filters, wanted: PageWanted) =>
  queryOptions({
    queryKey: reportKeys.list(queryOf(filters, wanted)),
    queryFn: ({ signal }) => fetchReportPage(filters, wanted, signal),
  });

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
