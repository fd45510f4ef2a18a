// Bulk image download of spec 9: one by one, 200 ms apart, each named by its PIN.
import { limits, type PropertyReport } from '@survey/contract';
import { isAbort } from '../../api/api-error.ts';
import { fetchFile } from '../../api/files.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import { photoUrl } from '../photos.ts';

interface PhotoProgress {
  done: number;
  total: number;
  skipped: number;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });

/**
 * Saves every photo of the reports as `PIN.jpg` through the browser's downloads. A photo that cannot be fetched is
 * logged and skipped. Returns the counts; throws AbortError where `signal` was aborted.
 */
export const downloadPhotos = async (
  reports: readonly PropertyReport[],
  signal: AbortSignal,
  onProgress: (progress: PhotoProgress) => void,
): Promise<PhotoProgress> => {
  const photos = reports.flatMap(({ pin, picture_path }) =>
    picture_path ? [{ pin, path: picture_path }] : [],
  );
  const progress = { done: 0, total: photos.length, skipped: 0 };
  for (const { pin, path } of photos) {
    if (progress.done > 0) await pause(limits.imageDownloadPauseMs, signal);
    try {
      saveBlob(await fetchFile(photoUrl(path), signal), `${pin}.jpg`);
    } catch (error) {
      if (isAbort(error)) throw error;
      console.error(`The photo of pin ${pin} was skipped:`, error);
      progress.skipped += 1;
    }
    progress.done += 1;
    onProgress({ ...progress });
  }
  return progress;
};
