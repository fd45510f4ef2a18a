// Phones with the surveyor's page or with ODK Collect.
import { calls } from '@survey/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { send } from '../api/client.ts';

const phonesKey = ['user-phones'];

/** A surveyor's phones that were set up by QR code, newest first. */
export const usePhones = (userId: number) =>
  useQuery({
    queryKey: [...phonesKey, userId],
    queryFn: ({ signal }) => send(calls.userPhones, { query: { user_id: userId } }, { signal }),
  });

const useRefreshed = () => {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: phonesKey });
};

/** Makes credentials; the answer has secrets and is kept nowhere but on the screen. */
export const useSetUpPhones = () => {
  const refreshed = useRefreshed();
  return useMutation({
    mutationFn: (input: { user_ids: number[]; phone: string; language: 'en' | 'ur' }) =>
      send(calls.setUpPhones, { body: input }),
    onSettled: refreshed,
    gcTime: 0,
  });
};

/** Makes single-use codes for the surveyor's page; kept nowhere but on the screen. */
export const useMakeSignInCodes = () =>
  useMutation({
    mutationFn: (userIds: number[]) => send(calls.makeSignInCodes, { body: { user_ids: userIds } }),
    gcTime: 0,
  });

export const useEndPhone = () => {
  const refreshed = useRefreshed();
  return useMutation({
    mutationFn: (id: number) => send(calls.endPhone, { body: { id } }),
    onSettled: refreshed,
  });
};
