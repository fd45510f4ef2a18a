import { readDetail, readPercent } from '../spreadsheets/reading-progress.ts';
import type { ReadProgress } from '../spreadsheets/sheet.ts';
import { t } from '../text/text.ts';
import { ProgressPanel } from '../ui/progress-panel.tsx';

interface ReadingPanelProps {
  progress: ReadProgress;
  onCancel: () => void;
}

/** A file being read, with a way to stop it. */
export const ReadingPanel = ({ progress, onCancel }: ReadingPanelProps) => (
  <ProgressPanel
    label={t('Reading the file')}
    percent={readPercent(progress)}
    detail={readDetail(progress)}
    onCancel={onCancel}
  />
);
