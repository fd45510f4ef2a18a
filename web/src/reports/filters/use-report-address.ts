// Keeps filters, page and open report of a report screen in the address.
import { limits, type RecordId, type ReportPageSize, type ReportSort } from '@survey/contract';
import { useCallback, useMemo } from 'react';
import { useStableValue } from '../../ui/use-stable-value.ts';
import { useUrlState } from '../../ui/use-url-state.ts';
import {
  countFilters,
  type Filters,
  type RawSearch,
  readReportSearch,
  writeFilters,
} from './report-search.ts';

interface Place {
  page?: number;
  report?: RecordId | undefined;
  rows?: ReportPageSize;
}

/** The filters of an address that the screen has; /sreport has no Resubmission filter. */
const readWithout = (left: keyof Filters | undefined) => (raw: RawSearch) =>
  readReportSearch(left ? { ...raw, [left]: undefined } : raw);

const readAll = readWithout(undefined);
const readOrdinary = readWithout('resubmission');

const write = (value: RecordId | undefined, unwritten?: number): string | undefined =>
  value === undefined || value === unwritten ? undefined : String(value);

/** The state in the address and its setters. A change of filters goes to page 1 and closes the report. */
export const useReportAddress = ({ withResubmission }: { withResubmission: boolean }) => {
  const [search, change, latest] = useUrlState(withResubmission ? readAll : readOrdinary);
  // A change of page keeps the filters' identity.
  const filters = useStableValue(search.filters);

  const setFilters = useCallback(
    (next: Filters) => change({ ...writeFilters(next), page: undefined, report: undefined }),
    [change],
  );
  const changeFilters = useCallback(
    (values: Filters) => setFilters({ ...latest().filters, ...values }),
    [latest, setFilters],
  );
  const clearFilters = useCallback(
    () => change({ ...writeFilters({}), page: undefined, report: undefined, view: undefined }),
    [change],
  );
  /** Opens a saved view: its filters, page 1, no report. Undefined leaves the view and keeps the filters. */
  const openView = useCallback(
    (view: { id: number; filters: Filters } | undefined, replace = false) =>
      change(
        view
          ? {
              ...writeFilters(view.filters),
              view: write(view.id),
              page: undefined,
              report: undefined,
            }
          : { view: undefined },
        { replace },
      ),
    [change],
  );
  const goTo = useCallback(
    (place: Place, replace = false) =>
      change(
        {
          ...('page' in place ? { page: write(place.page, 1), report: undefined } : {}),
          ...('report' in place ? { report: write(place.report) } : {}),
          ...(place.rows ? { rows: write(place.rows, limits.reportPageSize) } : {}),
        },
        { replace },
      ),
    [change],
  );

  /** Orders the rows anew, from page 1. */
  const sortBy = useCallback(
    (sort: ReportSort | undefined) => change({ sort, page: undefined, report: undefined }),
    [change],
  );

  return useMemo(
    () => ({
      ...search,
      filters,
      hasFilters: countFilters(filters) > 0,
      changeFilters,
      clearFilters,
      openView,
      goTo,
      sortBy,
      latest,
    }),
    [search, filters, changeFilters, clearFilters, openView, goTo, sortBy, latest],
  );
};

export type ReportAddress = ReturnType<typeof useReportAddress>;
