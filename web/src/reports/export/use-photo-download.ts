import { limits, type PropertyReport } from '@survey/contract';
import { t } from '../../text/text.ts';
import { confirm } from '../../ui/confirm.tsx';
import { reasonText } from '../../ui/error-text.ts';
import { formatNumber } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import { downloadPhotos } from './download-photos.ts';
import type { Task } from './use-task.ts';

/** More photos than this are asked for: each is a download of its own in the browser. */
const unaskedPhotos = 20;

const questionOf = (photos: number) => ({
  title: t('Download Images'),
  message: t('{count, plural, one {Download # photo} other {Download # photos}} one by one?', {
    count: photos,
  }),
  consequence: t(
    'Each is a file of its own in your downloads folder. It takes at least {minutes, plural, one {# minute} other {# minutes}}.',
    { minutes: Math.ceil((photos * limits.imageDownloadPauseMs) / 60_000) },
  ),
  confirmLabel: t('Download {count}', { count: formatNumber(photos) }),
});

/** The bulk image download of spec 2 with the messages of spec 8; `load` fetches the records. */
export const usePhotoDownload = (
  { start }: Pick<Task, 'start'>,
  load: (signal: AbortSignal) => Promise<readonly PropertyReport[]>,
) => {
  return () =>
    start(
      t('Image download'),
      async (tell, signal) => {
        toast.info(t('Preparing download... This might take a moment for multiple images.'));
        const reports = await load(signal);
        if (!reports.some(({ picture_path }) => picture_path)) {
          toast.info(t('No Image Available'), t('None of the properties that match has a photo.'));
          return;
        }
        const photos = reports.filter(({ picture_path }) => picture_path).length;
        if (photos > unaskedPhotos && !(await confirm(questionOf(photos)))) return;
        const { skipped, total: all } = await downloadPhotos(
          reports,
          signal,
          ({ done, total, ...more }) =>
            tell({
              label: t('Image download'),
              percent: (done / total) * 100,
              detail: [
                t('{done} of {total, plural, one {# image} other {# images}}', {
                  done: formatNumber(done),
                  total,
                }),
                more.skipped > 0 ? t('{count} skipped', { count: formatNumber(more.skipped) }) : '',
              ]
                .filter(Boolean)
                .join(', '),
            }),
        );
        const missing =
          skipped > 0
            ? t('{count, plural, one {# image} other {# images}} could not be had.', {
                count: skipped,
              })
            : undefined;
        if (skipped === all) toast.error(t('Failed to initiate bulk download'), missing);
        else toast.success(t('Bulk download initiated! Check your downloads folder.'), missing);
      },
      (error) => {
        console.error('The bulk download did not start:', error);
        toast.error(t('Failed to initiate bulk download'), reasonText(error));
      },
    );
};
