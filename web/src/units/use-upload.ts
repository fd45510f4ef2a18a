import { limits } from '@survey/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, isAbort } from '../api/api-error.ts';
import type { SentProgress } from '../api/upload.ts';
import type { OpenedSheet } from '../spreadsheets/open-sheet.ts';
import { t } from '../text/text.ts';
import { doneText, fieldTexts, reasonText } from '../ui/error-text.ts';
import { formatNumber } from '../ui/format.ts';
import { type StoredUnits, storeUnits } from './units.api.ts';
import type { UnitsAnswers } from './units.worker.ts';

export type UploadState =
  | { status: 'idle' }
  | { status: 'preparing'; done: number; total: number }
  | { status: 'sending'; progress: SentProgress }
  | { status: 'stored'; units: StoredUnits; rows: number }
  | {
      status: 'failed';
      message: string;
      lines: string[];
      /** False where it is unknown whether the rows were stored. */
      isCertain: boolean;
      /** False where there was nothing to send. */
      isUpload: boolean;
    }
  | { status: 'cancelled' };

type FailedUpload = Extract<UploadState, { status: 'failed' }>;

const failed = (message: string, lines: string[] = [], isCertain = true): FailedUpload => ({
  status: 'failed',
  message,
  lines,
  isCertain,
  isUpload: true,
});

/** What became of an upload, as far as the failure tells. */
export const failureOf = (error: unknown): UploadState => {
  if (isAbort(error)) return { status: 'cancelled' };
  if (!(error instanceof ApiError))
    return failed(t('Upload failed: {reason}', { reason: reasonText(error) }));
  const { status, serverMessage } = error;
  // An answer without a readable message: the short form of spec 8.
  if (status === 413 && !serverMessage)
    return failed(t('Upload failed'), [
      t('The file is larger than the server accepts. Split the sheet and upload the parts.'),
    ]);
  if (status !== undefined && !serverMessage)
    return failed(t('Upload failed'), [], status >= 400 && status < 500);
  return failed(
    t('Upload failed: {reason}', { reason: reasonText(error) }),
    Object.values(fieldTexts(error)).flat(),
    serverMessage !== undefined,
  );
};

const refusalOf = (rows: number): UploadState | undefined => {
  if (rows === 0) return { ...failed(t('No data to upload')), isUpload: false };
  if (rows <= limits.uploadRows) return undefined;
  return failed(
    t(
      'Upload failed: the sheet has {rows} rows and one upload takes at most {most}. Split the sheet and upload the parts.',
      { rows: formatNumber(rows), most: formatNumber(limits.uploadRows) },
    ),
  );
};

/** One upload at a time. A failure or cancel leaves the sheet as it is, so that it can be sent again. */
export const useUpload = () => {
  const queryClient = useQueryClient();
  const [state, setState] = useState<UploadState>({ status: 'idle' });
  const running = useRef<AbortController | undefined>(undefined);

  const send = useCallback(
    async (
      sheet: OpenedSheet<UnitsAnswers> | undefined,
      file: string | undefined,
    ): Promise<boolean> => {
      // A second click while the first upload runs sends nothing.
      if (running.current) return false;
      const rows = sheet?.info.rowCount ?? 0;
      const refusal = refusalOf(rows);
      if (refusal || !sheet) {
        setState(refusal ?? { status: 'idle' });
        return false;
      }
      const abort = new AbortController();
      running.current = abort;
      try {
        setState({ status: 'preparing', done: 0, total: rows });
        sheet.onProgress(({ done }) => setState({ status: 'preparing', done, total: rows }));
        const body = await sheet.ask('body');
        sheet.onProgress(undefined);
        if (abort.signal.aborted) throw new DOMException('Cancelled', 'AbortError');
        setState({ status: 'sending', progress: { sent: 0, total: body.size } });
        const units = await storeUnits(body, {
          signal: abort.signal,
          onSent: (progress) => setState({ status: 'sending', progress }),
          file,
        });
        if (!units.success) throw new Error(doneText(units) || t('the server refused the rows'));
        setState({ status: 'stored', units, rows });
        void queryClient.invalidateQueries();
        return true;
      } catch (error) {
        setState(failureOf(error));
        return false;
      } finally {
        running.current = undefined;
      }
    },
    [queryClient],
  );

  const cancel = useCallback(() => running.current?.abort(), []);
  const reset = useCallback(() => setState({ status: 'idle' }), []);
  useEffect(() => () => running.current?.abort(), []);

  return { state, send, cancel, reset };
};
