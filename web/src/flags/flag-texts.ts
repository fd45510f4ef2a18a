// Words for flags and severities.
import type { Flag, FlagOutcome, Severity, SeverityLabel } from '@survey/contract';
import { msg, translated } from '../text/text.ts';
import type { StatusTone } from '../ui/status-badge.tsx';

export const severityText: Record<SeverityLabel, string> = {
  critical: msg('Critical'),
  warning: msg('Warning'),
  hint: msg('Hint'),
  none: msg('No flags'),
};

/** Red for what is most likely wrong. */
export const severityTone = (severity: Severity): StatusTone => {
  if (severity === 'critical') return 'red';
  return severity === 'warning' ? 'amber' : 'grey';
};

export const outcomeOfFlag: Record<FlagOutcome, string> = {
  open: msg('open'),
  confirmed: msg('confirmed: the report was sent back'),
  accepted: msg('the report was accepted'),
  dismissed: msg('dismissed'),
};

/** The sentence of a flag, in the language of the screen. */
export const flagText = ({ message, said }: Pick<Flag, 'message' | 'said'>): string =>
  translated(message, said);
