// Reports set aside: out of lists, counts and exports, kept in the history, and back by undo (R18).

import type { PropertyReport } from '@survey/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCan } from '../../api/capabilities.ts';
import { t } from '../../text/text.ts';
import { confirm } from '../../ui/confirm.tsx';
import { reasonText } from '../../ui/error-text.ts';
import { formatNumber } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import { toastWithUndo } from '../../undo/undo-button.tsx';
import { reportKeys } from '../report.api.ts';
import type { Job } from '../selection/bulk-job.ts';
import { followBatches } from '../selection/follow-batches.ts';
import { type SetAsideState, setSelectionAside } from '../selection/selection.api.ts';

const consequence = (): string =>
  t(
    'They leave every list, count and export. Their pins are to be surveyed again, and reports in whose place they are come back. History and photos stay, and for 30 days it can be undone.',
  );

const toldOf = ({ set_aside, gone, undo_entries }: SetAsideState): void =>
  toastWithUndo(
    t('{count, plural, one {# report was set aside.} other {# reports were set aside.}}', {
      count: set_aside,
    }),
    { undo_entries },
    gone > 0
      ? t(
          '{count, plural, one {# was} other {# were}} replaced or set aside by somebody else meanwhile.',
          { count: gone },
        )
      : undefined,
  );

/** Sets a selection aside. */
export const setAsideJob = (): Job => ({
  label: t('Setting aside'),
  question: ({ total, surveyors }) => ({
    title: t('Set aside'),
    message: t(
      '{count, plural, one {Set # report aside?} other {Set # reports of {surveyors} aside?}}',
      {
        count: total,
        surveyors: t('{count, plural, one {# surveyor} other {# surveyors}}', {
          count: surveyors,
        }),
      },
    ),
    consequence: consequence(),
    confirmLabel: t('Set aside {count}', { count: formatNumber(total) }),
    isHarmful: true,
    touches: total,
  }),
  work: (body, tell, signal) =>
    followBatches({
      label: t('Setting aside'),
      run: (onProgress) => setSelectionAside(body, onProgress, signal),
      changed: (state) => state.set_aside,
      tellDone: toldOf,
      tell,
    }),
  failure: (message) => [t('The reports could not be set aside'), message],
});

/** A function that asks, sets one report aside, and shows the result; undefined where the backend has no such call. */
export const useSetAside = (): ((report: PropertyReport) => Promise<void>) | undefined => {
  const cache = useQueryClient();
  const can = useCan('setAsideSelection');
  if (!can) return undefined;
  return async ({ id, pin, circle, username, user_name }) => {
    const isSure = await confirm({
      title: t('Set aside'),
      message: t('Set the report of pin {pin} in {circle} by {surveyor} aside?', {
        pin,
        circle,
        surveyor: user_name ? `${user_name} (${username})` : username,
      }),
      consequence: t(
        'It leaves every list, count and export. Its pin is to be surveyed again, and a report in whose place it is comes back. History and photo stay, and for 30 days it can be undone.',
      ),
      confirmLabel: t('Set aside'),
      isHarmful: true,
    });
    if (!isSure) return;
    try {
      toldOf(await setSelectionAside({ ids: [id], expected_count: 1 }));
    } catch (error) {
      toast.error(t('The reports could not be set aside'), reasonText(error));
    }
    await cache.invalidateQueries({ queryKey: reportKeys.all });
  };
};
