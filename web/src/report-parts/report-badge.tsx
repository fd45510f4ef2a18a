import type { PropertyReport } from '@survey/contract';
import { StatusBadge } from '../ui/status-badge.tsx';

/** Amber where the report was sent back and its pin waits to be surveyed again, else green. */
export const ReportBadge = ({ resubmission }: Pick<PropertyReport, 'resubmission'>) =>
  resubmission === 1 ? (
    <StatusBadge tone="amber">sent back</StatusBadge>
  ) : (
    <StatusBadge tone="green">surveyed</StatusBadge>
  );
