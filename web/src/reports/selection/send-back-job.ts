// Sends a selection back, with a note for its surveyors (R18).
import { t } from '../../text/text.ts';
import { asksForNumber, confirm } from '../../ui/confirm.tsx';
import { formatNumber } from '../../ui/format.ts';
import { toastWithUndo } from '../../undo/undo-button.tsx';
import { askNote } from '../review/ask-note.tsx';
import type { Job } from './bulk-job.ts';
import { followBatches } from './follow-batches.ts';
import { type SendBackState, sendSelectionBack } from './selection.api.ts';

const sentBackDetails = ({ already, left_out, replaced }: SendBackState): string =>
  [
    already > 0
      ? t('{count, plural, one {# was} other {# were}} sent back before.', { count: already })
      : '',
    replaced > 0
      ? t('{count, plural, one {# was} other {# were}} replaced by newer reports meanwhile.', {
          count: replaced,
        })
      : '',
    left_out.count > 0
      ? t(
          '{count, plural, one {# stays as it is: its pin has} other {# stay as they are: their pins have}} left the list of the surveyor. {pins}',
          {
            count: left_out.count,
            pins: left_out.first.map(({ circle, pin }) => `${circle} ${pin}`).join(', '),
          },
        )
      : '',
  ]
    .filter(Boolean)
    .join('\n');

const sentBackText = (count: number): string =>
  t(
    '{count, plural, one {# report was sent back for resubmission.} other {# reports were sent back for resubmission.}}',
    { count },
  );

const toldOf = (state: SendBackState): void =>
  toastWithUndo(
    sentBackText(state.sent_back),
    state,
    sentBackDetails(state) || undefined,
    state.left_out.count > 0 ? 'info' : 'success',
  );

/** Sends a selection back; with a note for its surveyors where the backend takes one. */
export const sendBackJob = (canNote: boolean): Job => ({
  label: t('Sending back'),
  ...(canNote && {
    ask: async (question) => {
      const note = await askNote(question);
      if (note === undefined) return undefined;
      return !asksForNumber(question) || (await confirm(question)) ? { note } : undefined;
    },
  }),
  question: ({ total, sent_back, surveyors }) => ({
    title: t('Request resubmission'),
    message: t(
      '{count, plural, one {Send # report back to its surveyor?} other {Send # reports of {surveyors} back to their surveyors?}}',
      {
        count: total,
        surveyors: t('{count, plural, one {# surveyor} other {# surveyors}}', {
          count: surveyors,
        }),
      },
    ),
    consequence: [
      t(
        'The pins wait on the phones to be surveyed again. The reports stay until new ones replace them.',
      ),
      sent_back > 0
        ? t('{count, plural, one {# of them is} other {# of them are}} sent back already.', {
            count: sent_back,
          })
        : '',
    ]
      .filter(Boolean)
      .join(' '),
    confirmLabel: t('Send back {count}', { count: formatNumber(total) }),
    touches: total,
  }),
  work: (body, tell, signal) =>
    followBatches({
      label: t('Sending back'),
      run: (onProgress) => sendSelectionBack(body, onProgress, signal),
      changed: (state) => state.sent_back,
      tellDone: toldOf,
      tell,
    }),
  failure: (message) => [t('Failed to update pin status'), message],
});
