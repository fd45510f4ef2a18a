// The steps of a status upload, with progress.

import { limits } from '@survey/contract';
import type { OpenedSheet } from '../spreadsheets/open-sheet.ts';
import { t } from '../text/text.ts';
import { doneText } from '../ui/error-text.ts';
import { formatNumber } from '../ui/format.ts';
import type { StatusCheck } from './check-status-sheet.ts';
import { type ChangedStatuses, changeStatuses } from './pin-status.api.ts';
import type { PinStatusAnswers } from './pin-status.worker.ts';
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

const refuseTooMany = (rows: number): void => {
  if (rows <= limits.uploadRows) return;
  const most = formatNumber(limits.uploadRows);
  throw new Error(
    t(
      'The file has {rows} rows and one update takes at most {most}. Split it and send the parts.',
      { rows: formatNumber(rows), most },
    ),
  );
};

/** Sends the statuses of a sheet without errors. Throws as `changeStatuses`, or an Error where the server refuses. */
export const sendStatuses = async (
  sheet: StatusSheet,
  { enter, signal }: { enter: EnterStage; signal: AbortSignal },
): Promise<ChangedStatuses> => {
  const rows = sheet.info.rowCount;
  refuseTooMany(rows);
  enter('processing', 0, rows);
  sheet.onProgress(({ done }) => enter('processing', done, rows));
  const body = await sheet.ask('body');
  sheet.onProgress(undefined);
  enter('sending', 0, rows);
  const changed = await changeStatuses(body, {
    signal,
    onSent: ({ sent, total }) => enter('sending', Math.floor((rows * sent) / total), rows),
  });
  if (!changed.success) throw new Error(doneText(changed) || t('The server refused the records.'));
  enter('done', rows, rows);
  return changed;
};
