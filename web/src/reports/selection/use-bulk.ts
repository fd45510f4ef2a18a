// Actions on the selected reports. Each fetches the exact count of the selection and asks for confirmation. The server
// refuses where the count has changed meanwhile: then the question is asked again.

import { csvFileName, photosZipFileName } from '@survey/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCan } from '../../api/capabilities.ts';
import { t } from '../../text/text.ts';
import { confirm } from '../../ui/confirm.tsx';
import { reasonText } from '../../ui/error-text.ts';
import { formatBytes, formatNumber } from '../../ui/format.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import { toast } from '../../ui/toasts.ts';
import { setAsideJob } from '../details/set-aside.tsx';
import { exportSelectedCsv } from '../export/export-csv.ts';
import { downloadSelectedZip } from '../export/photos-zip.ts';
import type { Task } from '../export/use-task.ts';
import { reportKeys } from '../report.api.ts';
import { askNote } from '../review/ask-note.tsx';
import { reviewJob } from '../review/review-job.ts';
import type { Job } from './bulk-job.ts';
import {
  countSelection,
  hasChanged,
  type ReportSelection,
  type SendBackState,
  sendSelectionBack,
} from './selection.api.ts';

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

const sendBackJob = (canNote: boolean): Job => ({
  label: t('Sending back'),
  ...(canNote && { askNote }),
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
  work: async (body, tell, signal) => {
    const label = t('Sending back');
    let sentBack = 0;
    const onProgress = ({ done, total, sent_back }: SendBackState) => {
      sentBack = sent_back;
      tell({
        label,
        percent: (done / total) * 100,
        detail: t('{done} of {total} reports', {
          done: formatNumber(done),
          total: formatNumber(total),
        }),
      });
    };
    const end = await sendSelectionBack(body, onProgress, signal).catch((error: unknown) => {
      // Batches that were done stay done after a cancellation or a failure.
      if (sentBack > 0) toast.info(sentBackText(sentBack));
      throw error;
    });
    const details = sentBackDetails(end);
    const title = sentBackText(end.sent_back);
    if (end.left_out.count > 0) toast.info(title, details);
    else toast.success(title, details || undefined);
  },
  failure: (message) => [t('Failed to update pin status'), message],
});

const csvJob = (): Job => ({
  label: t('CSV export'),
  question: ({ total }) => ({
    title: t('Export to CSV'),
    message: t('{count, plural, one {Export # report?} other {Export # reports?}}', {
      count: total,
    }),
    confirmLabel: t('Export {count}', { count: formatNumber(total) }),
  }),
  work: async (body, tell, signal) => {
    const blob = await exportSelectedCsv(body, tell, signal);
    saveBlob(blob, csvFileName);
    toast.success(t('{file} is saved', { file: csvFileName }), formatBytes(blob.size));
  },
  failure: (message) => [t('Failed to export data: {message}', { message })],
});

const zipJob = (): Job => ({
  label: t('Image download (ZIP)'),
  question: ({ total, photos }) =>
    photos === 0
      ? undefined
      : {
          title: t('Download Images'),
          message: t(
            '{count, plural, one {Download # photo} other {Download # photos}} of {reports} as one ZIP?',
            {
              count: photos,
              reports: t('{count, plural, one {# report} other {# reports}}', { count: total }),
            },
          ),
          confirmLabel: t('Download {count}', { count: formatNumber(photos) }),
        },
  work: async (body, tell, signal) => {
    const blob = await downloadSelectedZip(body, tell, signal);
    saveBlob(blob, photosZipFileName);
    toast.success(t('{file} is saved', { file: photosZipFileName }), formatBytes(blob.size));
  },
  failure: (message) => [t('Failed to initiate bulk download'), message],
});

/** The actions on a selection; `done` is called after its reports were sent back or set aside. */
export const useBulk = (task: Task, selection: ReportSelection, done: () => void) => {
  const cache = useQueryClient();
  const canReview = useCan('reviewReport');

  /** 'changed' where the count had changed and the question must be asked again. */
  const attempt = async (job: Job): Promise<'done' | 'left' | 'changed'> => {
    const counts = await countSelection(selection);
    const question = counts.total > 0 ? job.question(counts) : undefined;
    if (!question) {
      toast.info(
        counts.total > 0 ? t('No Image Available') : t('Nothing of the selection is left'),
      );
      return 'left';
    }
    const note = job.askNote ? await job.askNote(question) : (await confirm(question)) && null;
    if (note === undefined || note === false) return 'left';
    let outcome: 'left' | 'changed' = 'left';
    const isDone = await task.start(
      job.label,
      (tell, signal) => {
        const body = { ...selection, expected_count: counts.total, ...(note && { note }) };
        return job.work(body, tell, signal);
      },
      (error) => {
        if (hasChanged(error)) {
          outcome = 'changed';
          toast.info(reasonText(error));
        } else toast.error(...job.failure(reasonText(error)));
      },
    );
    return isDone ? 'done' : outcome;
  };

  const run = async (job: Job): Promise<boolean> => {
    try {
      let outcome = await attempt(job);
      while (outcome === 'changed') outcome = await attempt(job);
      return outcome === 'done';
    } catch (error) {
      toast.error(...job.failure(reasonText(error)));
      return false;
    }
  };

  /** Runs a job that changes reports. */
  const change = async (job: Job) => {
    const isDone = await run(job);
    await cache.invalidateQueries({ queryKey: reportKeys.all });
    if (isDone) done();
  };

  return {
    sendBack: () => change(sendBackJob(canReview)),
    accept: () => change(reviewJob('accepted_unseen')),
    question: () => change(reviewJob('in_question')),
    setAside: () => change(setAsideJob()),
    saveCsv: () => run(csvJob()),
    saveZip: () => run(zipJob()),
  };
};

export type BulkActions = ReturnType<typeof useBulk>;
