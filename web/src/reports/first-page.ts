// The rows of /report are asked for while its code is still being fetched, and drawn with the screen.
import { queryClient } from '../api/query-client.ts';
import { readSession } from '../api/session.ts';
import { type RawSearch, readReportSearch } from './filters/report-search.ts';
import { reportPageQuery } from './reports.api.ts';
import { pageSizeOf } from './table/page-size.ts';
import { storedTableView } from './table/table-view.ts';

/** Longer than this no screen is held back for its rows, in ms. */
const patienceMs = 250;

/** Asks for the page of reports that an address names; done when it came, failed, or takes long. */
export const askForReports = async (search: RawSearch): Promise<void> => {
  const { filters, view, ...place } = readReportSearch(search);
  // What a saved view shows is known when it was opened.
  if (!readSession() || view !== undefined) return;
  const pageSize = pageSizeOf(place, storedTableView());
  // The screen asks again, and says so where it fails.
  const rows = queryClient.prefetchQuery(reportPageQuery(filters, { page: place.page, pageSize }));
  await Promise.race([rows, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
};
