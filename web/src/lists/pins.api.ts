import { type AssignedPin, type ClientInput, calls, type ReplyOf } from '@survey/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
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

type NewPin = ClientInput<typeof calls.addPin>['body'];

interface AddedPins {
  /** The answers of those that were added, in order. */
  added: ReplyOf<typeof calls.addPin>[];
  /** PINs of a range that were on the list already. */
  existing: string[];
  /** Why the rest was not tried. */
  failure?: unknown;
}

const existsAlready = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'pin-exists';

/** Adds pins with the same address, one after the other; what was added before a failure is answered with it. */
export const useAddPins = () => {
  const refresh = useRefreshCircles();
  return useMutation({
    mutationFn: async ({ pins, ...fields }: Omit<NewPin, 'pin'> & { pins: readonly string[] }) => {
      const done: AddedPins = { added: [], existing: [] };
      for (const pin of pins) {
        try {
          done.added.push(await send(calls.addPin, { body: { ...fields, pin } }));
        } catch (error) {
          if (pins.length === 1 || !existsAlready(error)) return { ...done, failure: error };
          done.existing.push(pin);
        }
      }
      return done;
    },
    onSettled: (_done, _error, { username, circle }) => refresh([username], String(circle)),
  });
};

/** Whether pins look right; undefined where the backend has no such call or does not answer. */
export const useCheckPin = () => {
  const can = useCan('checkPin');
  return async (query: ClientInput<typeof calls.checkPin>['query']) =>
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
