import { calls } from '@survey/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../api/client.ts';

/** What undoing would touch; changes nothing. */
export const useUndoPreview = () =>
  useMutation({ mutationFn: (id: number) => send(calls.previewUndo, { body: { id } }) });

/** Takes a change back. Pins, circles, users, reports: all of it may be another then. */
export const useUndoChange = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => send(calls.undoActivity, { body: { id } }),
    onSettled: () =>
      cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'capabilities' }),
  });
};
