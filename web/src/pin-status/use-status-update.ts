import { limits } from '@survey/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCan, useIsOurServer } from '../api/capabilities.ts';
import { useAskLeadingZeros } from '../spreadsheets/leading-zeros.tsx';
import { useSheet } from '../spreadsheets/use-sheet.ts';
import { t } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';
import { toast } from '../ui/toasts.ts';
import { blankRowsText } from './blank-rows-text.ts';
import type { StatusCheck } from './check-status-sheet.ts';
import type { PinStatusAnswers } from './pin-status.worker.ts';
import { refuseStatusFile } from './status-file.ts';
import type { ChangedStatuses } from './status-parts.ts';
import { tellFailure, tellRefusal, tellRowErrors, tellSuccess } from './status-toasts.ts';
import { checkSheet, previewSheet, type StatusSheet, sendStatuses } from './status-work.ts';
import { confirmUpdate } from './update-question.tsx';
import { useStatusProgress } from './use-status-progress.ts';
import { findStatusColumns } from './validate-status-rows.ts';

export type CheckedSheet = Extract<StatusCheck, { outcome: 'checked' }>;

const createWorker = () =>
  new Worker(new URL('./pin-status.worker.ts', import.meta.url), { type: 'module' });

const confirmBlankStatuses = (count: number): Promise<boolean> =>
  confirm({
    title: t('Rows without a Status'),
    message: blankRowsText(count),
    confirmLabel: t('Set to 0 and update'),
  });

/**
 * A status upload: choose, read, check, send. One step at a time; a failure keeps the file and its preview.
 */
export const useStatusUpdate = () => {
  const queryClient = useQueryClient();
  const isOurs = useIsOurServer();
  const canPreview = useCan('previewStatuses');
  const askLeadingZeros = useAskLeadingZeros();
  const { state: reading, open, close, rename } = useSheet<PinStatusAnswers>(createWorker);
  const bar = useStatusProgress();
  const [file, setFile] = useState<File>();
  const [check, setCheck] = useState<CheckedSheet>();
  const [changed, setChanged] = useState<ChangedStatuses>();
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController | undefined>(undefined);

  const stopWork = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
    setBusy(false);
  }, []);
  useEffect(() => () => running.current?.abort(), []);

  /** Runs one step with the chosen file. Ignored while another runs. */
  const run = async (
    chosen: File | undefined,
    work: (sheet: StatusSheet, signal: AbortSignal) => Promise<void>,
  ) => {
    if (running.current) return;
    const refusal = refuseStatusFile(chosen);
    if (refusal || !chosen) return toast.error(refusal ?? '');
    const abort = new AbortController();
    running.current = abort;
    setBusy(true);
    abort.signal.addEventListener('abort', close);
    bar.enter('reading', 0, 0);
    try {
      const isOpen = reading.status === 'ready' && reading.file === chosen;
      await work(isOpen ? reading.sheet : await open(chosen), abort.signal);
    } catch (error) {
      // Reset or another file has replaced this step: no message.
      if (running.current !== abort) return;
      bar.stop();
      tellFailure(error, { wasSending: bar.isSending(), isOurs });
    } finally {
      abort.signal.removeEventListener('abort', close);
      if (running.current === abort) {
        running.current = undefined;
        setBusy(false);
        bar.hideLater();
      }
    }
  };

  const previewFile = (chosen: File | undefined) =>
    run(chosen, async (sheet) => {
      const found = await checkSheet(sheet, bar.enter);
      if (tellRefusal(found)) bar.stop();
      else bar.hide();
      if (found.outcome === 'checked') setCheck(found);
    });

  /** The columns are named anew: what was checked by the old names counts no more. */
  const chooseColumns = (headers: string[]) => {
    const renamed = running.current ? undefined : rename(headers);
    if (!renamed) return;
    setCheck(undefined);
    setChanged(undefined);
    const { missing } = findStatusColumns(headers);
    if (missing.length > 0) return;
    void checkSheet(renamed, bar.enter).then((found) => {
      bar.hide();
      if (found.outcome === 'checked') setCheck(found);
    });
  };

  const update = () =>
    run(file, async (sheet, signal) => {
      const wasPreviewed = check !== undefined;
      setChanged(undefined);
      const found = await checkSheet(sheet, bar.enter);
      if (found.outcome === 'checked') setCheck(found);
      if (tellRefusal(found) || found.outcome !== 'checked' || tellRowErrors(found)) {
        return bar.stop();
      }
      const isAnswered = await askLeadingZeros({
        hasNumbers: () => sheet.ask('hasNumbers'),
        shortPins: (widths) => sheet.ask('shortPins', widths),
        repairPins: (widths) => sheet.ask('repairPins', widths),
      });
      if (!isAnswered) return bar.stop();
      // R15: a question before sending, unless the preview has shown it.
      const blank = wasPreviewed ? 0 : found.blankStatuses;
      const isSure = canPreview
        ? await confirmUpdate(await previewSheet(sheet, signal), blank)
        : blank === 0 || (await confirmBlankStatuses(blank));
      if (!isSure) return bar.stop();
      const reply = await sendStatuses(sheet, {
        enter: bar.enter,
        signal,
        file: isOurs ? file?.name : undefined,
      });
      setChanged(reply);
      tellSuccess(found.rows, reply);
      void queryClient.invalidateQueries();
    });

  const reset = () => {
    stopWork();
    close();
    bar.hide();
    setFile(undefined);
    setCheck(undefined);
    setChanged(undefined);
  };

  const choose = (chosen: File | undefined) => {
    reset();
    const refusal = refuseStatusFile(chosen);
    if (refusal || !chosen) return toast.error(refusal ?? '');
    setFile(chosen);
    if (chosen.size < limits.autoPreviewBytes) void previewFile(chosen);
  };

  return {
    file,
    sheet: reading.status === 'ready' ? reading.sheet : undefined,
    check,
    changed,
    progress: bar.progress,
    isBusy,
    choose,
    chooseColumns,
    preview: () => void previewFile(file),
    update: () => void update(),
    reset,
    /** Cancels the running step; file and preview stay. */
    cancel: () => running.current?.abort(),
  };
};
