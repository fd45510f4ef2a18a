// Calls of the review: states, notes, and the ready-made reasons.
import { calls, type NoteReason, type NoteText } from '@survey/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { send } from '../../api/client.ts';
import { t } from '../../text/text.ts';
import { doneText, reasonText } from '../../ui/error-text.ts';
import { toast } from '../../ui/toasts.ts';
import { toastWithUndo } from '../../undo/undo-button.tsx';
import { reportKeys } from '../report.api.ts';

const reasonsQuery = queryOptions({
  queryKey: ['note-reasons'],
  queryFn: async ({ signal }) => (await send(calls.noteReasons, {}, { signal })).reasons,
  staleTime: 60_000,
});

/** The ready-made reasons for sending back. */
export const useReasons = () => useQuery(reasonsQuery);

export const useSaveReasons = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (reasons: NoteReason[]) => send(calls.saveNoteReasons, { body: { reasons } }),
    onSuccess: ({ reasons }) => cache.setQueryData(reasonsQuery.queryKey, reasons),
  });
};

export interface ReviewChange {
  id: number;
  state: 'new' | 'in_question' | 'sent_back' | 'accepted';
  /** The version of the state that is shown. */
  version: number;
  note?: NoteText | null | undefined;
}

/** The sentences of spec 8 for sending back. */
const failureOf = ({ state }: ReviewChange, error: unknown): string => {
  if (state !== 'sent_back') return t('The report could not be reviewed');
  const hasAnswer = error instanceof ApiError && error.status !== undefined;
  return hasAnswer ? t('Failed to update pin status') : t('Error updating pin');
};

/**
 * Gives a report a state and shows the result, with the way back. Where somebody else was first, that is said, and the
 * lists are fetched again.
 */
export const useReview = () => {
  const cache = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ id, ...body }: ReviewChange) =>
      send(calls.reviewReport, { params: { id }, body }),
    onSettled: () => cache.invalidateQueries({ queryKey: reportKeys.all }),
  });
  /** Resolves true where the state was changed. */
  const review = async (change: ReviewChange): Promise<boolean> => {
    try {
      const done = await mutateAsync(change);
      toastWithUndo(doneText(done), done);
      return true;
    } catch (error) {
      const isLate = error instanceof ApiError && error.status === 409;
      if (isLate) toast.info(t('Nothing was changed'), reasonText(error));
      else toast.error(failureOf(change, error), reasonText(error));
      return false;
    }
  };
  return { review, isBusy: isPending };
};

/** Writes a note on the pin of a report. */
export const useAddNote = (id: number) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: NoteText) => send(calls.addNote, { params: { id }, body }),
    onSettled: () => cache.invalidateQueries({ queryKey: reportKeys.details(id) }),
  });
};
