import { formatNumber } from '../../ui/format.ts';
import { ProgressPanel } from '../../ui/progress-panel.tsx';
import { type StatusProgress, stages } from './status-progress.ts';

interface StatusProgressPanelProps {
  progress: StatusProgress;
  onCancel: (() => void) | undefined;
}

/** Stage, percentage and 'Processing X of Y records'. */
export const StatusProgressPanel = ({ progress, onCancel }: StatusProgressPanelProps) => {
  const { stage, isStopped, done, total } = progress;
  const { label, percent } = stages[stage];
  return (
    <ProgressPanel
      label={isStopped ? `Stopped: ${label}` : label}
      percent={percent}
      detail={
        total > 0 ? `Processing ${formatNumber(done)} of ${formatNumber(total)} records` : undefined
      }
      {...(onCancel && { onCancel })}
    />
  );
};
