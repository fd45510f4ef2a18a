import { calls, type Done, type ReplyOf } from '@survey/contract';
import { type UploadOptions, upload } from '../../api/upload.ts';

/** What the server counted; a backend of section 7 only says success and message. */
export type ChangedStatuses = ReplyOf<typeof calls.changeStatusBulk> | Done;

/** Sends the statuses, written as a body already. Throws as `upload`. */
export const changeStatuses = (body: Blob, options: UploadOptions): Promise<ChangedStatuses> =>
  upload(calls.changeStatusBulk, body, options);
