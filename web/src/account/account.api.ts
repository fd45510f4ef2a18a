import { calls } from '@survey/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { send } from '../api/client.ts';
import { readSession, startSession } from '../api/session.ts';

const key = ['account'];

/** My sessions and the state of my second factor. */
export const useAccount = () =>
  useQuery({ queryKey: key, queryFn: ({ signal }) => send(calls.accountOverview, {}, { signal }) });

const useRefresh = () => {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: key });
};

/** Sets the own password. The old token ends with every other; the answer's takes its place. */
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

/** The overview stays as it is until the codes were seen: see `useAccountRefresh`. */
export const useConfirmSecondFactor = () =>
  useMutation({
    mutationFn: (code: string) => send(calls.confirmSecondFactor, { body: { code } }),
  });

export const useNewRecoveryCodes = () =>
  useMutation({
    mutationFn: (password: string) => send(calls.newRecoveryCodes, { body: { password } }),
  });

export const useStopSecondFactor = () => {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (password: string) => send(calls.stopSecondFactor, { body: { password } }),
    onSuccess: refresh,
  });
};

/** Asks for the account again, after a dialog that changed it. */
export const useAccountRefresh = useRefresh;
