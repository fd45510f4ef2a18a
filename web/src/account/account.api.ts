import { type ClientInput, calls } from '@survey/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { capabilitiesQuery } from '../api/capabilities.ts';
import { send } from '../api/client.ts';
import { readSession, startSession } from '../api/session.ts';

const key = ['account'];

/** What changes of the second factor ask for. */
interface OwnerConfirmation {
  password: string;
  code: string;
}

/** The sessions and the second factor of the signed-in user. */
export const useAccount = () =>
  useQuery({ queryKey: key, queryFn: ({ signal }) => send(calls.accountOverview, {}, { signal }) });

const useRefresh = () => {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: key }),
      // What the server asks for first, and its notices, change with the account.
      cache.invalidateQueries(capabilitiesQuery),
    ]);
};

/** Sets the user's password. The server ends every session; the token in the answer replaces the present one. */
export const useChangePassword = () => {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (body: { current_password: string; new_password: string }) => {
      const answer = await send(calls.changeOwnPassword, { body });
      startSession({ token: answer.token, user: readSession()?.user ?? {} });
      return answer;
    },
    onSuccess: refresh,
  });
};

export const useEndSession = () => {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => send(calls.endOwnSession, { body: { id } }),
    onSettled: refresh,
  });
};

export const useEndSessions = () =>
  useMutation({ mutationFn: () => send(calls.endOwnSessions, {}) });

export const useStartSecondFactor = () =>
  useMutation({
    mutationFn: (password: string) => send(calls.startSecondFactor, { body: { password } }),
  });

/** Does not refetch the account: `useAccountRefresh` does, after the codes were read. */
export const useConfirmSecondFactor = () =>
  useMutation({
    mutationFn: (code: string) => send(calls.confirmSecondFactor, { body: { code } }),
  });

export const useNewRecoveryCodes = () =>
  useMutation({
    mutationFn: (body: OwnerConfirmation) => send(calls.newRecoveryCodes, { body }),
  });

export const useStopSecondFactor = () => {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: OwnerConfirmation) => send(calls.stopSecondFactor, { body }),
    onSuccess: refresh,
  });
};

/** Refetches the account after a dialog that changed it. */
export const useAccountRefresh = useRefresh;

export const useSeenEvents = () => {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => send(calls.seenAccountEvents, {}),
    onSuccess: refresh,
  });
};

const administratorsKey = ['administrators'];

/** Every administrator. */
export const useAdministrators = () =>
  useQuery({
    queryKey: administratorsKey,
    queryFn: async ({ signal }) =>
      (await send(calls.administrators, {}, { signal })).administrators,
  });

const useAdministratorsRefresh = () => {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: administratorsKey });
};

export const useAddAdministrator = () => {
  const refresh = useAdministratorsRefresh();
  return useMutation({
    mutationFn: (body: ClientInput<typeof calls.addAdministrator>['body']) =>
      send(calls.addAdministrator, { body }),
    onSettled: refresh,
  });
};

export const useChangeAdministratorStatus = () => {
  const refresh = useAdministratorsRefresh();
  return useMutation({
    mutationFn: (body: ClientInput<typeof calls.changeAdministratorStatus>['body']) =>
      send(calls.changeAdministratorStatus, { body }),
    onSettled: refresh,
  });
};

export const useLimitAdministrator = () => {
  const refresh = useAdministratorsRefresh();
  return useMutation({
    mutationFn: (body: ClientInput<typeof calls.limitAdministrator>['body']) =>
      send(calls.limitAdministrator, { body }),
    onSettled: refresh,
  });
};

export const useRemoveAdministrator = () => {
  const refresh = useAdministratorsRefresh();
  return useMutation({
    mutationFn: (body: ClientInput<typeof calls.removeAdministrator>['body']) =>
      send(calls.removeAdministrator, { body }),
    onSettled: refresh,
  });
};
