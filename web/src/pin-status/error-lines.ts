import { limits } from '@survey/contract';
import { t, translated } from '../text/text.ts';
import type { RowError } from './validate-status-rows.ts';

/** At most 10 messages and how many more there are (spec 5). */
export const errorLines = (messages: readonly string[], total = messages.length): string[] => {
  const shown = messages.slice(0, limits.validationErrorsListed);
  const more = total - shown.length;
  return more > 0 ? [...shown, t('...and {count} more errors', { count: String(more) })] : shown;
};

/** The same of rows that were checked here. */
export const rowErrorLines = (errors: readonly RowError[], total: number): string[] =>
  errorLines(
    errors.map(({ message, said }) => translated(message, said)),
    total,
  );
