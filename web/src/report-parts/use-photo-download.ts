import type { PropertyReport } from '@survey/contract';
import { formatCount, formatNumber } from '../ui/format.ts';
import { toast } from '../ui/toasts.ts';
import { downloadPhotos } from './download-photos.ts';
import type { useTask } from './use-task.ts';

const label = 'Image download';

/** The bulk image download of section 2 with the words of section 8; `load` gives the records. */
export const usePhotoDownload = (
  { start }: Pick<ReturnType<typeof useTask>, 'start'>,
  load: (signal: AbortSignal) => Promise<readonly PropertyReport[]>,
) => {
  return () =>
    start(
      label,
      async (tell, signal) => {
        toast.info('Preparing download... This might take a moment for multiple images.');
        const reports = await load(signal);
        if (!reports.some(({ picture_path }) => picture_path)) {
          toast.info('No Image Available', 'None of the properties that match has a photo.');
          return;
        }
        const { skipped } = await downloadPhotos(reports, signal, ({ done, total, ...more }) =>
          tell({
            label,
            percent: (done / total) * 100,
            detail:
              `${formatNumber(done)} of ${formatCount(total, 'image')}` +
              (more.skipped > 0 ? `, ${formatNumber(more.skipped)} skipped` : ''),
          }),
        );
        toast.success(
          'Bulk download initiated! Check your downloads folder.',
          skipped > 0 ? `${formatCount(skipped, 'image')} could not be had.` : undefined,
        );
      },
      (error) => {
        console.error('The bulk download did not start:', error);
        toast.error(
          'Failed to initiate bulk download',
          error instanceof Error ? error.message : undefined,
        );
      },
    );
};
