// The calls of /sreport: all records of a pair of users (section 2), and users to choose the pair from.
import { calls, type PropertyReport } from '@survey/contract';
import { useQuery } from '@tanstack/react-query';
import { send } from '../../api/client.ts';
import { reportKeys } from '../../report-parts/report.api.ts';

/** All reports of the users, newest first as the server gives them; idle without users. */
export const useReportsOfUsers = (usernames: readonly string[]) =>
  useQuery({
    queryKey: reportKeys.ofUsers(usernames),
    queryFn: async ({ signal }): Promise<PropertyReport[]> => {
      const body = { usernames: [...usernames] };
      return (await send(calls.reportMultiple, { body }, { signal })).data;
    },
    enabled: usernames.length > 0,
    staleTime: 60_000,
  });

export const useUsernames = (isWanted: boolean) =>
  useQuery({
    queryKey: ['users', 'names'],
    queryFn: async ({ signal }) => {
      const { users } = await send(calls.mobileUsers, {}, { signal });
      return users.map(({ username, name }) => ({ username, name }));
    },
    enabled: isWanted,
  });
