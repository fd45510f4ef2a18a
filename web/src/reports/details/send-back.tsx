// The refresh action: asks the surveyor to survey a pin again (spec 2, R18).

import { calls, type PropertyReport } from '@survey/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { useHas, useIsOurServer, useMay } from '../../api/capabilities.ts';
import { send } from '../../api/client.ts';
import { t } from '../../text/text.ts';
import { confirm, type Question } from '../../ui/confirm.tsx';
import { doneText, reasonText } from '../../ui/error-text.ts';
import { toast } from '../../ui/toasts.ts';
import { reportDetailsQuery, reportKeys } from '../report.api.ts';
import { askNote } from '../review/ask-note.tsx';
import { useReview } from '../review/review.api.ts';
import { markSentBack } from '../sub-reports.api.ts';

/**
 * A function that asks, sends the report back, shows the result, and refetches every list of reports; undefined where
 * limits of the own account refuse it.
 */
export const useSendBack = (): ((report: PropertyReport) => Promise<void>) | undefined => {
  const cache = useQueryClient();
  const isOurs = useIsOurServer();
  const hasReview = useHas('reviewReport');
  const may = useMay(hasReview ? 'reviewReport' : 'changePinStatus');
  const { review } = useReview();
  const { mutateAsync } = useMutation({
    mutationFn: ({ username, circle, pin }: PropertyReport) =>
      send(calls.changePinStatus, { body: { username, circle, pin, status: 0 } }),
    onSuccess: (_done, report) => {
      // Another backend would answer all records again, and says nowhere that other reports have changed.
      if (!isOurs) markSentBack(cache, report);
      return cache.invalidateQueries({
        queryKey: reportKeys.all,
        predicate: ({ queryKey }) => isOurs || queryKey[1] !== reportKeys.ofAnyUsers[1],
      });
    },
  });

  /** The state is the one that is shown: who was faster is told by the refusal. */
  const sendBackWithNote = async (id: number, question: Question) => {
    try {
      const { review: shown } = await cache.ensureQueryData(reportDetailsQuery(id));
      const note = await askNote(question);
      if (note !== undefined) {
        await review({ id, state: 'sent_back', version: shown.version, note });
      }
    } catch (error) {
      toast.error(t('Failed to update pin status'), reasonText(error));
    }
  };

  if (!may) return undefined;
  return async (report) => {
    const { pin, circle, username, user_name } = report;
    const surveyor = user_name ? `${user_name} (${username})` : username;
    const question = {
      title: t('Request resubmission'),
      message: t('Send pin {pin} in {circle} back to {surveyor}?', { pin, circle, surveyor }),
      consequence: isOurs
        ? t(
            'The pin waits on their phone to be surveyed again. This report stays until the new one replaces it.',
          )
        : undefined,
      confirmLabel: t('Request resubmission'),
    };
    if (hasReview) {
      await sendBackWithNote(Number(report.id), question);
      return;
    }
    if (!(await confirm(question))) return;
    try {
      toast.success(doneText(await mutateAsync(report)) || t('Pin status updated'));
    } catch (error) {
      const hasAnswer = error instanceof ApiError && error.status !== undefined;
      toast.error(
        hasAnswer ? t('Failed to update pin status') : t('Error updating pin'),
        error instanceof ApiError ? reasonText(error) : undefined,
      );
    }
  };
};
