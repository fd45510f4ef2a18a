import { calls, type Done, type ReplyOf } from '@survey/contract';
import { type UploadOptions, upload } from '../api/upload.ts';

/** The server's counts; a literal backend answers only success and message. */
export type StoredUnits = ReplyOf<typeof calls.storeRecords> | Done;

/** Sends the rows of a parcel list in a prepared body. Throws as `upload`. */
export const storeUnits = (body: Blob, options: UploadOptions): Promise<StoredUnits> =>
  upload(calls.storeRecords, body, options);
