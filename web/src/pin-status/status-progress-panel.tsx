import { t } from '../text/text.ts';
import { formatNumber } from '../ui/format.ts';
import { ProgressPanel } from '../ui/progress-panel.tsx';
import { useRemaining } from '../ui/use-remaining.ts';
import { type StatusProgress, stages } from './status-progress.ts';

interface StatusProgressPanelProps {
  progress: StatusProgress;
  onCancel: (() => void) | undefined;
}

/** Stage, percentage and 'Processing X of Y records'. */
export const StatusProgressPanel = ({ progress, onCancel }: StatusProgressPanelProps) => {
  const { stage, isStopped, done, total } = progress;
  const { label, percent } = stages[stage];
  const left = useRemaining(isStopped ? undefined : stage, done, total);
  return (
    <ProgressPanel
      label={isStopped ? t('Stopped: {stage}', { stage: t(label) }) : t(label)}
      percent={percent}
      detail={
        total > 0
          ? [
              t('Processing {done} of {total} records', {
                done: formatNumber(done),
                total: formatNumber(total),
              }),
              left,
            ]
              .filter(Boolean)
              .join(' · ')
          : undefined
      }
      {...(onCancel && { onCancel })}
    />
  );
};
