// A failing store is a temporary fault of the server, not of the photo: 503, and the phone sends again.
import { AppError } from '../app-error.ts';
import { say } from '../say.ts';

/** Error codes of a disk that is full, read-only, broken, or missing. */
const diskErrors =
  /^(ENOSPC|EDQUOT|EFBIG|EROFS|EIO|EACCES|EPERM|ENOENT|ENOTDIR|EMFILE|ENFILE|ESTALE|ENODEV|ENXIO)$/;

/** Retry-after in seconds: somebody has to repair the disk first. */
const retryAfter = 30;

/** The refusal while the store is unavailable. */
export const storeUnavailable = (cause: unknown): AppError =>
  new AppError('unavailable', say('unavailable'), { retryAfter, cause });

/** The refusal for an error of the disk; other errors pass unchanged. */
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
