// The calls of /sreport: all records of a pair of users (spec 2), and users to choose the pair from.
import { calls, type ListedReport, type ReportOptions } from '@survey/contract';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../api/capabilities.ts';
import { send } from '../api/client.ts';
import { reportKeys } from './report.api.ts';
import { askedExtra } from './report-extras.ts';

/** All reports of the users, newest first as the server gives them; idle without users. */
export const useReportsOfUsers = (usernames: readonly string[]) =>
  useQuery({
    queryKey: reportKeys.ofUsers(usernames),
    queryFn: async ({ signal }): Promise<ListedReport[]> => {
      const body = { usernames: [...usernames], ...(await askedExtra()) };
      return (await send(calls.reportMultiple, { body }, { signal })).data;
    },
    enabled: usernames.length > 0,
    staleTime: 60_000,
  });

/**
 * How many reports each surveyor has; undefined where that would need all records.
 */
export const useReportCounts = (): ReportOptions['users'] | undefined => {
  const counts = useCan('reportDetails');
  const { data } = useQuery({
    queryKey: ['sub-reports', 'counts'],
    queryFn: async ({ signal }) => {
      const query = { view: 'options' } as const;
      const answer = await send(calls.allReportsNoPagination, { query }, { signal });
      return 'options' in answer ? answer.options.users : [];
    },
    enabled: counts,
    staleTime: 60_000,
  });
  return data;
};

export const useUsernames = (isWanted: boolean) =>
  useQuery({
    queryKey: ['users', 'names'],
    queryFn: async ({ signal }) => {
      const { users } = await send(calls.mobileUsers, {}, { signal });
      return users.map(({ username, name }) => ({ username, name }));
    },
    enabled: isWanted,
  });
