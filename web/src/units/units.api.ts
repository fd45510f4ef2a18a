import { calls, type Done, type ReplyOf } from '@survey/contract';
import { type UploadOptions, upload } from '../api/upload.ts';

/** What the server counted; a backend of spec 7 only says that it went well. */
export type StoredUnits = ReplyOf<typeof calls.storeRecords> | Done;

/** Sends the rows of a parcel list, written as a body already. Throws as `upload`. */
export const storeUnits = (body: Blob, options: UploadOptions): Promise<StoredUnits> =>
  upload(calls.storeRecords, body, options);
