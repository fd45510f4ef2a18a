// Query keys of reports, and the queries that both report screens share.
import { calls, type RecordId } from '@survey/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCan } from '../api/capabilities.ts';
import { send } from '../api/client.ts';

/** All begin with `all`, so that a change refetches every list of reports. */
export const reportKeys = {
  all: ['reports'] as const,
  list: (query: object) => ['reports', 'list', query] as const,
  options: ['reports', 'options'] as const,
  counts: (query: object) => ['reports', 'filter-counts', query] as const,
  /** What all records offer as filters: fetched again by no change, they may be hundreds of thousands. */
  allRecords: ['records', 'options'] as const,
  pins: (text: string) => ['reports', 'pins', text] as const,
  details: (id: RecordId) => ['reports', 'details', id] as const,
  anyDetails: ['reports', 'details'] as const,
  ofAnyUsers: ['reports', 'of-users'] as const,
  ofUsers: (usernames: readonly string[]) => ['reports', 'of-users', usernames] as const,
};

/** Whether an id, which may come from the address as text, is that of a report. A report without one is no other. */
export const isSameId = (id: RecordId | undefined, other: RecordId | null): boolean =>
  id !== undefined && other !== null && String(id) === String(other);

/** How long lists of all records are used before they are fetched again, in ms. */
export const recordsFreshMs = 10 * 60_000;

/** A report with the history of its pin. */
export const reportDetailsQuery = (id: RecordId) =>
  queryOptions({
    queryKey: reportKeys.details(id),
    queryFn: ({ signal }) => send(calls.reportDetails, { params: { id } }, { signal }),
  });

/** A report with the history of its pin; disabled where the backend has no such call. */
export const useReportDetails = (id: RecordId | null | undefined) => {
  const can = useCan('reportDetails');
  return useQuery({ ...reportDetailsQuery(id ?? 0), enabled: can && (id ?? null) !== null });
};
