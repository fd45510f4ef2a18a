import type { Severity } from '@survey/contract';
import { t } from '../text/text.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { severityText, severityTone } from './flag-texts.ts';

/** How much a flag weighs. */
export const SeverityBadge = ({ severity }: { severity: Severity }) => (
  <StatusBadge tone={severityTone(severity)}>{t(severityText[severity])}</StatusBadge>
);
