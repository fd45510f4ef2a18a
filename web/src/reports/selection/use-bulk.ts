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
import { askColumns } from '../export/ask-columns.tsx';
import { exportSelectedCsv } from '../export/export-csv.ts';
import { downloadSelectedZip } from '../export/photos-zip.ts';
import type { Task } from '../export/use-task.ts';
import { reportKeys } from '../report.api.ts';
import { reviewJob } from '../review/review-job.ts';
import type { Job } from './bulk-job.ts';
import { countSelection, hasChanged, type ReportSelection } from './selection.api.ts';
import { sendBackJob } from './send-back-job.ts';

const csvJob = (canReview: boolean): Job => ({
  label: t('CSV export'),
  ...(canReview && { ask: askColumns }),
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
    const answer = job.ask
      ? await job.ask(question, counts)
      : (await confirm(question))
        ? {}
        : undefined;
    if (!answer) return 'left';
    let outcome: 'left' | 'changed' = 'left';
    const isDone = await task.start(
      job.label,
      (tell, signal) => {
        const body = { ...selection, expected_count: counts.total, ...answer };
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
    saveCsv: () => run(csvJob(canReview)),
    saveZip: () => run(zipJob()),
  };
};

export type BulkActions = ReturnType<typeof useBulk>;
