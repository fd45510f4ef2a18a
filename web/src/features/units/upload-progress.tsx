import { formatBytes, formatNumber } from '../../ui/format.ts';
import { ProgressPanel } from '../../ui/progress-panel.tsx';
import { useSimulatedProgress } from './use-simulated-progress.ts';
import type { UploadState } from './use-upload.ts';

const detailOf = (upload: UploadState): string | undefined => {
  if (upload.status === 'preparing') {
    return `Preparing ${formatNumber(upload.done)} of ${formatNumber(upload.total)} rows`;
  }
  if (upload.status !== 'sending') return undefined;
  const { sent, total } = upload.progress;
  return sent < total
    ? `Sent ${formatBytes(sent)} of ${formatBytes(total)}`
    : `All ${formatBytes(total)} sent. The server is storing the rows.`;
};

interface UploadProgressProps {
  upload: UploadState;
  /** False once the file is cleared: the bar of a finished upload goes with it. */
  isShown: boolean;
  onCancel: () => void;
}

/** The bar of section 4 (simulated), with what has really been sent beside it. */
export const UploadProgress = ({ upload, isShown, onCancel }: UploadProgressProps) => {
  const isSending = upload.status === 'preparing' || upload.status === 'sending';
  const simulated = useSimulatedProgress(isSending);
  if (isSending) {
    return (
      <ProgressPanel
        label="Uploading"
        percent={simulated}
        detail={detailOf(upload)}
        onCancel={onCancel}
      />
    );
  }
  return upload.status === 'stored' && isShown ? (
    <ProgressPanel label="Uploaded" percent={100} />
  ) : null;
};
