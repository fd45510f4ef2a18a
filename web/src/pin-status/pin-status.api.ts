import { calls, type Done, type ReplyOf } from '@survey/contract';
import { type UploadOptions, upload } from '../api/upload.ts';
import { t } from '../text/text.ts';

/** The server's counts; a literal backend answers only success and message. */
export type ChangedPart = ReplyOf<typeof calls.changeStatusBulk> | Done;

export type StatusPreviewCounts = ReplyOf<typeof calls.previewStatuses>;

/** Sends the statuses in a prepared body. Throws as `upload`. */
export const changeStatuses = (body: Blob, options: UploadOptions): Promise<ChangedPart> =>
  upload(calls.changeStatusBulk, body, options);

/** What an update would do; for backends that have the call. Throws as `upload`. */
export const previewStatuses = async (
  body: Blob,
  options: UploadOptions,
): Promise<StatusPreviewCounts> => {
  const reply = await upload(calls.previewStatuses, body, options);
  if (!('contradicting' in reply)) throw new Error(t('The server did not say what would change.'));
  return reply;
};

/**
 * The indexes (from 0) of the rows in the body that match no assigned pin. For backends that have the call; throws as
 * `upload`, also where the answer names no rows.
 */
export const findUnmatchedRows = async (body: Blob): Promise<number[]> => {
  const options = { signal: new AbortController().signal, onSent: () => undefined };
  const reply = await upload(calls.unmatchedPins, body, options);
  if (!('rows' in reply)) throw new Error(t('The server did not name the rows.'));
  return reply.rows;
};
