import { type AssignedPin, type ClientInput, calls } from '@survey/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCan } from '../api/capabilities.ts';
import { send } from '../api/client.ts';
import { type ListedCircle, useExpectCircles, useRefreshCircles } from './user-circles.api.ts';

const pinsKey = ({ username, circle }: ListedCircle) => ['circle-pins', username, circle];

/** The pins of a circle on a user's list. */
export const useCirclePins = (listed: ListedCircle) =>
  useQuery({
    queryKey: pinsKey(listed),
    queryFn: async ({ signal }) => {
      const { username, circle } = listed;
      return (await send(calls.pinsByCircle, { body: { username, circle } }, { signal })).pins;
    },
  });

export const useAddPin = () => {
  const refresh = useRefreshCircles();
  return useMutation({
    mutationFn: (body: ClientInput<typeof calls.addPin>['body']) => send(calls.addPin, { body }),
    onSuccess: (_done, { username, circle }) => refresh([username], String(circle)),
  });
};

/** Whether a PIN looks right; undefined where the backend has no such call or does not answer. */
export const useCheckPin = () => {
  const can = useCan('checkPin');
  return async (query: { circle: string; pin: string }) =>
    can ? send(calls.checkPin, { query }).catch(() => undefined) : undefined;
};

/** Deletes a pin from the list, optimistically: rolled back where the server refuses. */
export const useDeletePin = (listed: ListedCircle) => {
  const cache = useQueryClient();
  const refresh = useRefreshCircles();
  const queryKey = pinsKey(listed);
  return useMutation({
    mutationFn: (pin: AssignedPin) => send(calls.deletePin, { body: { id: pin.id } }),
    onMutate: async (pin) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData<AssignedPin[]>(queryKey);
      cache.setQueryData(
        queryKey,
        before?.filter(({ id }) => id !== pin.id),
      );
      return { before };
    },
    onError: (_error, _pin, kept) => cache.setQueryData(queryKey, kept?.before),
    onSettled: () => refresh([listed.username], listed.circle),
  });
};

/** Removes a circle from a user, optimistically: rolled back where the server refuses. */
export const useRemoveCircle = () => {
  const expect = useExpectCircles();
  const refresh = useRefreshCircles();
  return useMutation({
    mutationFn: ({ username, circle }: ListedCircle) =>
      send(calls.deleteCircle, { body: { username, circle } }),
    onMutate: ({ username, circle }) =>
      expect((users) =>
        users.map((user) =>
          user.username === username && user.circles
            ? { ...user, circles: user.circles.filter((one) => one.circle !== circle) }
            : user,
        ),
      ),
    onError: (_error, _listed, takeBack) => takeBack?.(),
    onSettled: (_done, _error, { username }) => refresh([username]),
  });
};

/** Moves a circle with its pins. Refetches the lists also after an abort: the server may have moved it. */
export const useTransferPins = () => {
  const refresh = useRefreshCircles();
  return useMutation({
    mutationFn: ({
      signal,
      ...body
    }: ClientInput<typeof calls.transferPins>['body'] & { signal: AbortSignal }) =>
      send(calls.transferPins, { body }, { signal }),
    onSettled: (_done, _error, { source_user, target_user }) => refresh([source_user, target_user]),
  });
};
