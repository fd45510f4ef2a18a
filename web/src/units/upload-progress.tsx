import { t } from '../text/text.ts';
import { formatBytes, formatNumber } from '../ui/format.ts';
import { ProgressPanel } from '../ui/progress-panel.tsx';
import { useRemaining } from '../ui/use-remaining.ts';
import { useSimulatedProgress } from './use-simulated-progress.ts';
import type { UploadState } from './use-upload.ts';

const detailOf = (upload: UploadState): string | undefined => {
  if (upload.status === 'preparing') {
    return t('Preparing {done} of {total} rows', {
      done: formatNumber(upload.done),
      total: formatNumber(upload.total),
    });
  }
  if (upload.status !== 'sending') return undefined;
  const { sent, total } = upload.progress;
  return sent < total
    ? t('Sent {sent} of {total}', { sent: formatBytes(sent), total: formatBytes(total) })
    : t('All {total} sent. The server is storing the rows.', { total: formatBytes(total) });
};

/** Done and total: rows while preparing, bytes while sending. */
const amountsOf = (upload: UploadState): [number, number] => {
  if (upload.status === 'preparing') return [upload.done, upload.total];
  if (upload.status === 'sending') return [upload.progress.sent, upload.progress.total];
  return [0, 0];
};

interface UploadProgressProps {
  upload: UploadState;
  /** False once the file is cleared: the bar of a finished upload goes with it. */
  isShown: boolean;
  onCancel: () => void;
}

/** The simulated bar of spec 4, with the real progress beside it. */
export const UploadProgress = ({ upload, isShown, onCancel }: UploadProgressProps) => {
  const isSending = upload.status === 'preparing' || upload.status === 'sending';
  const simulated = useSimulatedProgress(isSending);
  const [done, total] = amountsOf(upload);
  const left = useRemaining(isSending ? upload.status : undefined, done, total);
  if (isSending) {
    return (
      <ProgressPanel
        label={t('Uploading')}
        percent={simulated}
        detail={[detailOf(upload), left].filter(Boolean).join(' · ')}
        onCancel={onCancel}
      />
    );
  }
  return upload.status === 'stored' && isShown ? (
    <ProgressPanel label={t('Uploaded')} percent={100} />
  ) : null;
};
