// A store that fails is the server's trouble for a while, not the photo's: 503, and the phone sends again.
import { errorMessages } from '@survey/contract';
import { AppError } from '../app-error.ts';

/** What a disk says that is full, read-only, broken, or not there. */
const diskErrors =
  /^(ENOSPC|EDQUOT|EFBIG|EROFS|EIO|EACCES|EPERM|ENOENT|ENOTDIR|EMFILE|ENFILE|ESTALE|ENODEV|ENXIO)$/;

/** Seconds until a phone should try again: somebody has to look after the disk first. */
const retryAfter = 30;

/** The refusal for a store that cannot be used now. */
export const storeUnavailable = (cause: unknown): AppError =>
  new AppError('unavailable', errorMessages.unavailable, { retryAfter, cause });

/** The refusal that an error of the disk means; every other error as it is. */
export const storeIsUnavailable = (error: unknown): unknown =>
  diskErrors.test((error as NodeJS.ErrnoException).code ?? '') ? storeUnavailable(error) : error;

/** Runs work on the store's disk. */
export const onDisk = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw storeIsUnavailable(error);
  }
};
