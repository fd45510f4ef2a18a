// Reviews a selection: accepted unseen, or in question.
import { t } from '../../text/text.ts';
import { formatNumber } from '../../ui/format.ts';
import { toastWithUndo } from '../../undo/undo-button.tsx';
import { askCritical } from '../flags/ask-critical.tsx';
import type { Job } from '../selection/bulk-job.ts';
import { followBatches } from '../selection/follow-batches.ts';
import { type ReviewedState, reviewSelected } from '../selection/selection.api.ts';

const toldOf = ({ reviewed, already, left_out, critical, undo_entries }: ReviewedState): void =>
  toastWithUndo(
    t('{count, plural, one {# report was reviewed.} other {# reports were reviewed.}}', {
      count: reviewed,
    }),
    { undo_entries },
    [
      already > 0
        ? t('{count, plural, one {# had} other {# had}} the state before.', { count: already })
        : '',
      critical > 0
        ? t(
            '{count, plural, one {# has a critical flag and was} other {# have a critical flag and were}} left as they are.',
            { count: critical },
          )
        : '',
      left_out > 0
        ? t(
            '{count, plural, one {# waits for its surveyor or was} other {# wait for their surveyors or were}} replaced meanwhile.',
            { count: left_out },
          )
        : '',
    ]
      .filter(Boolean)
      .join('\n') || undefined,
  );

const questionOf = (state: 'accepted_unseen' | 'in_question', count: number) =>
  state === 'accepted_unseen'
    ? {
        title: t('Accept unseen'),
        message: t('{count, plural, one {Accept # report?} other {Accept # reports?}}', { count }),
        consequence: t(
          'Those that nobody has looked at are marked as accepted unseen. For 30 days it can be undone.',
        ),
        confirmLabel: t('Accept {count}', { count: formatNumber(count) }),
      }
    : {
        title: t('In question'),
        message: t(
          '{count, plural, one {Mark # report as in question?} other {Mark # reports as in question?}}',
          { count },
        ),
        confirmLabel: t('Mark {count}', { count: formatNumber(count) }),
      };

/** Gives a selection a state. */
export const reviewJob = (state: 'accepted_unseen' | 'in_question'): Job => ({
  label: t('Reviewing'),
  question: ({ total }) => questionOf(state, total),
  ...(state === 'accepted_unseen' && { ask: askCritical }),
  work: (body, tell, signal) =>
    followBatches({
      label: t('Reviewing'),
      run: (onProgress) => reviewSelected({ ...body, state }, onProgress, signal),
      changed: ({ reviewed }) => reviewed,
      tellDone: toldOf,
      tell,
    }),
  failure: (message) => [t('The reports could not be reviewed'), message],
});
