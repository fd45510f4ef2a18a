import { calls, totalPhotosHeader } from '@survey/contract';
import { download } from '../../api/client.ts';
import { type Filters, filterQuery } from '../../report-parts/report-search.ts';
import type { TaskProgress } from '../../report-parts/use-task.ts';
import { formatBytes, formatNumber } from '../../ui/format.ts';

const label = 'Image download (ZIP)';

/** What begins every file in a ZIP: PK, 3, 4. */
const fileMark = [0x50, 0x4b, 0x03, 0x04] as const;

/** Counts the files of a ZIP that comes in pieces; a mark may lie across two of them. */
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

/** One ZIP of the photos of the reports that match. Throws as `download`. */
export const downloadPhotosZip = (
  filters: Filters,
  tell: (progress: TaskProgress) => void,
  signal: AbortSignal,
): Promise<Blob> => {
  const countFiles = fileCounter();
  let files = 0;
  let total: number | undefined;
  return download(
    calls.reportPhotosZip,
    { query: filterQuery(filters) },
    {
      signal,
      onStart: (headers) => {
        total = Number(headers.get(totalPhotosHeader)) || undefined;
      },
      onChunk: (chunk) => {
        files = countFiles(chunk);
      },
      onProgress: ({ bytes }) => {
        // The file that has begun is not there yet.
        const photos = Math.min(Math.max(files - 1, 0), total ?? 0);
        const ofPhotos = total ? `${formatNumber(photos)} of ${formatNumber(total)} images, ` : '';
        tell({
          label,
          percent: total ? (photos / total) * 100 : undefined,
          detail: ofPhotos + formatBytes(bytes),
        });
      },
    },
  );
};
