// The steps of a status upload, with progress.

import type { OpenedSheet } from '../spreadsheets/open-sheet.ts';
import { t } from '../text/text.ts';
import { doneText } from '../ui/error-text.ts';
import { formatNumber } from '../ui/format.ts';
import { toast } from '../ui/toasts.ts';
import type { StatusCheck } from './check-status-sheet.ts';
import {
  type ChangedPart,
  changeStatuses,
  previewStatuses,
  type StatusPreviewCounts,
} from './pin-status.api.ts';
import type { PinStatusAnswers } from './pin-status.worker.ts';
import { addUp, addUpCounts, type ChangedStatuses, partsOf } from './status-parts.ts';
import type { Stage } from './status-progress.ts';

export type StatusSheet = OpenedSheet<PinStatusAnswers>;

/** Reports the stage and its progress: records done, of all. */
export type EnterStage = (stage: Stage, done: number, total: number) => void;

/** Checks every row of a sheet. */
export const checkSheet = async (sheet: StatusSheet, enter: EnterStage): Promise<StatusCheck> => {
  const total = sheet.info.rowCount;
  enter('validating', 0, total);
  sheet.onProgress(({ done }) => enter('validating', done, total));
  const check = await sheet.ask('check');
  sheet.onProgress(undefined);
  enter('validating', total, total);
  return check;
};

/** Shows how much was done before a part failed: the parts before it are changed. */
const tellDone = (done: number, total: number): void => {
  if (done === 0) return;
  toast.info(
    t('{done} of {total} records were processed', {
      done: formatNumber(done),
      total: formatNumber(total),
    }),
  );
};

/** What the sheet would change, part by part; contradictions are found within a part. Throws as `previewStatuses`. */
export const previewSheet = async (
  sheet: StatusSheet,
  signal: AbortSignal,
): Promise<StatusPreviewCounts> => {
  const counts: StatusPreviewCounts[] = [];
  for (const part of partsOf(sheet.info.rowCount)) {
    const body = await sheet.ask('body', { ...part, keepsBlanks: true });
    counts.push(await previewStatuses(body, { signal, onSent: () => undefined }));
  }
  return addUpCounts(counts);
};

/**
 * Sends the statuses of a sheet without errors, in parts where there are more rows than one call takes. Throws as
 * `changeStatuses`, or an Error where the server refuses.
 */
export const sendStatuses = async (
  sheet: StatusSheet,
  { enter, signal, file }: { enter: EnterStage; signal: AbortSignal; file: string | undefined },
): Promise<ChangedStatuses> => {
  const rows = sheet.info.rowCount;
  const replies: ChangedPart[] = [];
  for (const part of partsOf(rows)) {
    const { from, to } = part;
    try {
      enter('processing', from, rows);
      sheet.onProgress(({ done }) => enter('processing', from + done, rows));
      const body = await sheet.ask('body', part);
      sheet.onProgress(undefined);
      enter('sending', from, rows);
      const changed = await changeStatuses(body, {
        signal,
        file,
        onSent: ({ sent, total }) =>
          enter('sending', from + Math.floor(((to - from) * sent) / total), rows),
      });
      if (!changed.success)
        throw new Error(doneText(changed) || t('The server refused the records.'));
      replies.push(changed);
    } catch (error) {
      tellDone(from, rows);
      throw error;
    }
  }
  enter('done', rows, rows);
  return addUp(replies);
};
