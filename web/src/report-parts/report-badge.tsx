import type { PropertyReport } from '@survey/contract';
import { t } from '../text/text.ts';
import { StatusBadge } from '../ui/status-badge.tsx';

/** Amber where the report was sent back and its pin waits to be surveyed again, else green. */
export const ReportBadge = ({ resubmission }: Pick<PropertyReport, 'resubmission'>) =>
  resubmission === 1 ? (
    <StatusBadge tone="amber">{t('sent back')}</StatusBadge>
  ) : (
    <StatusBadge tone="green">{t('surveyed')}</StatusBadge>
  );
