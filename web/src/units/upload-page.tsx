import { limits } from '@survey/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useIsOurServer } from '../api/capabilities.ts';
import { readSession } from '../api/session.ts';
import { type AskPins, useAskLeadingZeros } from '../spreadsheets/leading-zeros.tsx';
import type { OpenedSheet } from '../spreadsheets/open-sheet.ts';
import { useSheet } from '../spreadsheets/use-sheet.ts';
import { t } from '../text/text.ts';
import { Page } from '../ui/page.tsx';
import { useLeaveGuard } from '../ui/use-leave-guard.ts';
import { FileForm } from './file-form.tsx';
import { KnownColumns } from './known-columns.tsx';
import { ReadingPanel } from './reading-panel.tsx';
import type { UnitsAnswers } from './units.worker.ts';
import { UnitsPreview } from './units-preview.tsx';
import { UnitsSummaryPanel } from './units-summary-panel.tsx';
import { UploadMessage } from './upload-message.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { useUpload } from './use-upload.ts';

const isWorkbookName = (name: string): boolean => /\.xlsx?$/i.test(name);

const createWorker = () =>
  new Worker(new URL('./units.worker.ts', import.meta.url), { type: 'module' });

const pinsOf = (sheet: OpenedSheet<UnitsAnswers>): AskPins => ({
  hasNumbers: () => sheet.ask('hasNumbers'),
  shortPins: (widths) => sheet.ask('shortPins', widths),
  repairPins: (widths) => sheet.ask('repairPins', widths),
});

export const UploadPage = () => {
  const [file, setFile] = useState<File | null>(null);
  const [isRefused, setRefused] = useState(false);
  const { state: reading, open, close, rename } = useSheet<UnitsAnswers>(createWorker);
  const upload = useUpload();
  const isOurs = useIsOurServer();
  const askLeadingZeros = useAskLeadingZeros();
  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined);

  const clear = useCallback(() => {
    clearTimeout(clearing.current);
    close();
    setFile(null);
    setRefused(false);
  }, [close]);
  useEffect(() => () => clearTimeout(clearing.current), []);

  const choose = (chosen: File | null) => {
    clear();
    upload.reset();
    if (!chosen) return;
    if (!isWorkbookName(chosen.name)) return setRefused(true);
    setFile(chosen);
    // `reading` holds the error.
    open(chosen).catch(() => undefined);
  };
  const send = async () => {
    setRefused(false);
    const sheet = reading.status === 'ready' ? reading.sheet : undefined;
    if (sheet && !(await askLeadingZeros(pinsOf(sheet)))) return;
    const isStored = await upload.send(sheet, isOurs ? file?.name : undefined);
    if (isStored) clearing.current = setTimeout(clear, limits.uploadClearDelayMs);
  };

  const isSending = upload.state.status === 'preparing' || upload.state.status === 'sending';
  const isReading = reading.status === 'reading';
  useLeaveGuard({
    isBusy: isSending,
    message: t('The upload is still under way. Leaving cancels it.'),
    hasSession: () => readSession() !== undefined,
  });

  return (
    <Page
      title={t('Excel Data Upload')}
      description={t(
        'Parcel lists: the first sheet of an .xlsx or .xls file, one row for each unit.',
      )}
    >
      <FileForm
        file={file}
        onChoose={choose}
        onUpload={() => void send()}
        isDisabled={isSending}
        isWaiting={isReading || isSending}
      />
      <UploadMessage
        isRefused={isRefused}
        error={reading.status === 'failed' ? reading.error : undefined}
        isEmpty={reading.status === 'ready' && reading.sheet.info.rowCount === 0}
        upload={upload.state}
        onUndone={upload.reset}
      />
      {file === null && upload.state.status === 'idle' ? <KnownColumns /> : null}
      {isReading ? <ReadingPanel progress={reading.progress} onCancel={clear} /> : null}
      <UploadProgress upload={upload.state} isShown={file !== null} onCancel={upload.cancel} />
      {reading.status === 'ready' && reading.sheet.info.rowCount > 0 ? (
        <>
          <UnitsSummaryPanel
            key={reading.file.name}
            sheet={reading.sheet}
            fileName={reading.file.name}
            isDisabled={isSending}
            onHeaders={rename}
          />
          <UnitsPreview sheet={reading.sheet} />
        </>
      ) : null}
    </Page>
  );
};
