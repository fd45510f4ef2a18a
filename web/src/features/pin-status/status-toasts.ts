// The toasts of section 8 for the status screen.

import { ApiError, isAbort } from '../../api/api-error.ts';
import { SheetError } from '../../spreadsheets/sheet.ts';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import type { StatusCheck } from './check-status-sheet.ts';
import type { ChangedStatuses } from './pin-status.api.ts';
import { errorLines, statusColumns } from './validate-status-rows.ts';

const emptyFile = 'File appears to be empty or has no valid data';

/** The server's message and its lines, each once: the message is often the first of them. */
const serverDetails = (error: ApiError): string =>
  [...new Set([error.message, ...errorLines(Object.values(error.errors ?? {}).flat())])].join('\n');

/** Says why reading, checking or sending failed. */
export const tellFailure = (error: unknown, wasSending: boolean): void => {
  if (isAbort(error)) {
    toast.info(
      'Cancelled',
      wasSending
        ? 'Where the server already had all records, they are changed. Sending the same file again is safe.'
        : 'Nothing was sent.',
    );
  } else if (error instanceof SheetError) {
    if (error.failure === 'empty') toast.error(emptyFile);
    else toast.error('Failed to read file', error.message);
  } else {
    toast.error(
      'Upload failed',
      error instanceof ApiError ? serverDetails(error) : (error as Error).message,
    );
  }
};

/** Says what is wrong with a file whose rows cannot be sent. Gives true where something was. */
export const tellRefusal = (check: StatusCheck): boolean => {
  if (check.outcome === 'empty') toast.error(emptyFile);
  if (check.outcome === 'missing-columns') {
    toast.error(
      `Missing required columns: ${check.missing.join(', ')}`,
      `Required columns: ${statusColumns.join(', ')}`,
    );
  }
  return check.outcome !== 'checked';
};

/** Says how many rows have errors, with the first messages. Gives true where some have. */
export const tellRowErrors = (check: StatusCheck): boolean => {
  if (check.outcome !== 'checked' || check.errorCount === 0) return false;
  toast.error(
    `Found ${check.errorCount} validation errors`,
    errorLines(check.firstErrors, check.errorCount).join('\n'),
  );
  return true;
};

export const tellSuccess = (records: number, changed: ChangedStatuses): void => {
  const details =
    'updated' in changed
      ? [
          `${formatCount(changed.updated, 'assigned pin')} set`,
          changed.unmatched.count > 0 &&
            `${formatNumber(changed.unmatched.count)} matched no assigned pin`,
        ]
          .filter(Boolean)
          .join(', ')
      : undefined;
  toast.success(`Successfully processed ${records} records`, details);
};
