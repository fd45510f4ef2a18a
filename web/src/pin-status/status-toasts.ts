// The toasts of spec 8 for the status screen.

import { ApiError, isAbort } from '../api/api-error.ts';
import { SheetError } from '../spreadsheets/sheet.ts';
import { msg, t } from '../text/text.ts';
import { fieldTexts, reasonText } from '../ui/error-text.ts';
import { formatNumber } from '../ui/format.ts';
import { toast } from '../ui/toasts.ts';
import { toastWithUndo } from '../undo/undo-button.tsx';
import type { StatusCheck } from './check-status-sheet.ts';
import { errorLines, rowErrorLines } from './error-lines.ts';
import type { ChangedStatuses } from './status-parts.ts';
import { statusColumns } from './validate-status-rows.ts';

const emptyFile = msg('File appears to be empty or has no valid data');

/** The server's message and its lines, without duplicates: the message is often the first line. */
const serverDetails = (error: ApiError): string =>
  [...new Set([reasonText(error), ...errorLines(Object.values(fieldTexts(error)).flat())])].join(
    '\n',
  );

const cancelledText = (isOurs: boolean): string =>
  isOurs
    ? t(
        'Where the server already had all records, they are changed. Sending the same file again is safe.',
      )
    : t('The server may have changed the records already.');

/** Shows why reading, checking or sending failed. */
export const tellFailure = (
  error: unknown,
  { wasSending, isOurs }: { wasSending: boolean; isOurs: boolean },
): void => {
  if (isAbort(error)) {
    toast.info(t('Cancelled'), wasSending ? cancelledText(isOurs) : t('Nothing was sent.'));
  } else if (error instanceof SheetError) {
    if (error.failure === 'empty') toast.error(t(emptyFile));
    else toast.error(t('Failed to read file'), t(error.message));
  } else {
    toast.error(
      t('Upload failed'),
      error instanceof ApiError ? serverDetails(error) : reasonText(error),
    );
  }
};

/** Shows why a file cannot be sent. Returns true where it cannot. */
export const tellRefusal = (check: StatusCheck): boolean => {
  if (check.outcome === 'empty') toast.error(t(emptyFile));
  if (check.outcome === 'missing-columns') {
    toast.error(
      t('Missing required columns: {columns}', { columns: check.missing.join(', ') }),
      t('Required columns: {columns}', { columns: statusColumns.join(', ') }),
    );
  }
  return check.outcome !== 'checked';
};

/** Shows the number of errors with the first messages. Returns true where there are errors. */
export const tellRowErrors = (check: StatusCheck): boolean => {
  if (check.outcome !== 'checked' || check.errorCount === 0) return false;
  toast.error(
    t('Found {count} validation errors', { count: String(check.errorCount) }),
    rowErrorLines(check.firstErrors, check.errorCount).join('\n'),
  );
  return true;
};

export const tellSuccess = (records: number, changed: ChangedStatuses): void => {
  if ('rows' in changed && changed.rows.matched === 0) {
    toast.error(t('No record matches an assigned pin. Nothing was set.'));
    return;
  }
  const details =
    'updated' in changed
      ? [
          t('{count, plural, one {# assigned pin} other {# assigned pins}} set', {
            count: changed.updated,
          }),
          changed.unmatched.count > 0 &&
            t('{count} matched no assigned pin', {
              count: formatNumber(changed.rows.unmatched),
            }),
        ]
          .filter(Boolean)
          .join(t(', '))
      : undefined;
  toastWithUndo(
    t('Successfully processed {count} records', { count: String(records) }),
    'undo_entries' in changed ? changed : {},
    details,
  );
};
