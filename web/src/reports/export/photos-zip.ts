import { calls, totalPhotosHeader } from '@survey/contract';
import { t } from '../../text/text.ts';
import { formatBytes, formatNumber } from '../../ui/format.ts';
import { type Filters, filterQuery } from '../filters/report-search.ts';
import type { CountedSelection } from '../selection/selection.api.ts';
import { cutOff, downloadFile } from './download-file.ts';
import type { TaskProgress } from './use-task.ts';

type Tell = (progress: TaskProgress) => void;

/** The signature of a local file header: PK, 3, 4. */
const fileMark = [0x50, 0x4b, 0x03, 0x04] as const;

/** The signature of the end of central directory record, 22 bytes long without a comment. */
const endMark = [0x50, 0x4b, 0x05, 0x06] as const;
const endBytes = 22;

/** Counts the files of a ZIP in chunks; a signature may span two chunks. */
export const fileCounter = () => {
  let matched = 0;
  let files = 0;
  return (chunk: Uint8Array): number => {
    for (const byte of chunk) {
      matched = byte === fileMark[matched] ? matched + 1 : byte === fileMark[0] ? 1 : 0;
      if (matched === fileMark.length) {
        files += 1;
        matched = 0;
      }
    }
    return files;
  };
};

/** True where a ZIP ends with its last record. */
export const isWholeZip = async (zip: Blob): Promise<boolean> => {
  const end = new Uint8Array(await zip.slice(-endBytes).arrayBuffer());
  return endMark.every((byte, at) => end[at] === byte);
};

const photoCounter = (tell: Tell) => {
  const countFiles = fileCounter();
  let files = 0;
  let total: number | undefined;
  return {
    onStart: (headers: Headers) => {
      total = Number(headers.get(totalPhotosHeader)) || undefined;
    },
    onChunk: (chunk: Uint8Array) => {
      files = countFiles(chunk);
    },
    onProgress: ({ bytes }: { bytes: number }) => {
      // The last file has only begun.
      const photos = Math.min(Math.max(files - 1, 0), total ?? 0);
      const size = formatBytes(bytes);
      tell({
        label: t('Image download (ZIP)'),
        percent: total ? (photos / total) * 100 : undefined,
        detail: total
          ? t('{photos} of {total} images, {size}', {
              photos: formatNumber(photos),
              total: formatNumber(total),
              size,
            })
          : size,
      });
    },
  };
};

const whole = async (zip: Blob): Promise<Blob> => {
  if (!(await isWholeZip(zip))) throw cutOff();
  return zip;
};

/** One ZIP of the photos of the reports that match. Throws as `downloadFile`. */
export const downloadPhotosZip = async (filters: Filters, tell: Tell, signal: AbortSignal) =>
  whole(
    await downloadFile(
      calls.reportPhotosZip,
      { query: filterQuery(filters) },
      { signal, ...photoCounter(tell) },
    ),
  );

/** One ZIP of the photos of selected reports. Throws as `downloadFile`. */
export const downloadSelectedZip = async (
  body: CountedSelection,
  tell: Tell,
  signal: AbortSignal,
) => whole(await downloadFile(calls.zipSelection, { body }, { signal, ...photoCounter(tell) }));
