import {
  type Call,
  type ClientInput,
  calls,
  type MobileUser,
  type ReplyOf,
} from '@survey/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { send } from '../api/client.ts';

const usersKey = ['mobile-users'];

/** All mobile users, active and blocked. */
export const useMobileUsers = () =>
  useQuery({
    queryKey: usersKey,
    queryFn: async ({ signal }) => (await send(calls.mobileUsers, {}, { signal })).users,
  });

/**
 * A change of users with an optimistic update: `expected` gives the new list, which is rolled back where the server
 * refuses.
 */
const useUserChange = <C extends Call & { input: { body: object } }>(
  call: C,
  expected?: (users: MobileUser[], input: ClientInput<C>) => MobileUser[],
) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: ClientInput<C>): Promise<ReplyOf<C>> => send(call, input),
    onMutate: async (input) => {
      await cache.cancelQueries({ queryKey: usersKey });
      const before = cache.getQueryData<MobileUser[]>(usersKey);
      if (before && expected) cache.setQueryData(usersKey, expected(before, input));
      return { before };
    },
    onError: (_error, _input, kept) => {
      if (kept?.before) cache.setQueryData(usersKey, kept.before);
    },
    // The lists of circles change with the users.
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: usersKey }),
        cache.invalidateQueries({ queryKey: ['user-circles'] }),
      ]),
  });
};

export const useCreateUser = () => useUserChange(calls.mobileSignup);

export const useChangeStatus = () =>
  useUserChange(calls.changeUserStatus, (users, { body }) =>
    users.map((user) =>
      user.id === body.user_id ? { ...user, status: body.status === true } : user,
    ),
  );

export const useDeleteUser = () =>
  useUserChange(calls.deleteUser, (users, { body }) =>
    users.filter((user) => user.id !== body.user_id),
  );

export const useEditUser = () => useUserChange(calls.editUser);

export const useResetPassword = () => useUserChange(calls.resetUserPassword);
