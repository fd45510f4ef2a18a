// Fetches the rows of /report while the code of the screen is fetched.
import { queryClient } from '../api/query-client.ts';
import { readSession } from '../api/session.ts';
import { type RawSearch, readReportSearch } from './filters/report-search.ts';
import { reportPageQuery } from './reports.api.ts';
import { pageSizeOf } from './table/page-size.ts';
import { storedTableView } from './table/table-view.ts';

/** The screen waits at most this long for its rows, in ms. */
const patienceMs = 250;

/** Prefetches the page of reports of an address; resolves when it arrived, failed, or `patienceMs` passed. */
export const askForReports = async (search: RawSearch): Promise<void> => {
  const { filters, view, ...place } = readReportSearch(search);
  // The filters of a saved view are not known yet.
  if (!readSession() || view !== undefined) return;
  const pageSize = pageSizeOf(place, storedTableView());
  // The screen repeats a failed query and shows the error.
  const rows = queryClient.prefetchQuery(reportPageQuery(filters, { page: place.page, pageSize }));
  await Promise.race([rows, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
};
