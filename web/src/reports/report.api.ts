// Query keys of reports, and the queries that both report screens share.
import { calls } from '@survey/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCan } from '../api/capabilities.ts';
import { send } from '../api/client.ts';

/** All begin with `all`, so that a change refetches every list of reports. */
export const reportKeys = {
  all: ['reports'] as const,
  list: (query: object) => ['reports', 'list', query] as const,
  options: ['reports', 'options'] as const,
  pins: (text: string) => ['reports', 'pins', text] as const,
  details: (id: number) => ['reports', 'details', id] as const,
  ofUsers: (usernames: readonly string[]) => ['reports', 'of-users', usernames] as const,
};

/** A report with the history of its pin. */
export const reportDetailsQuery = (id: number) =>
  queryOptions({
    queryKey: reportKeys.details(id),
    queryFn: ({ signal }) => send(calls.reportDetails, { params: { id } }, { signal }),
  });

/** A report with the history of its pin; disabled where the backend has no such call. */
export const useReportDetails = (id: number | undefined) => {
  const can = useCan('reportDetails');
  return useQuery({ ...reportDetailsQuery(id ?? 0), enabled: can && id !== undefined });
};
