import { t } from '../text/text.ts';
import { formatBytes } from '../ui/format.ts';
import type { ReadProgress } from './sheet.ts';

/** The range of the progress bar for each stage, in percent. */
const spans = { bytes: [0, 20], unpacking: [20, 30], rows: [30, 100] } as const;

/** How far reading has come, 0 to 100; undefined while the library parses without progress. */
export const readPercent = (progress: ReadProgress): number | undefined => {
  if (progress.stage === 'parsing') return undefined;
  const [from, to] = spans[progress.stage];
  const share =
    progress.stage === 'rows' ? progress.share : progress.done / Math.max(progress.total, 1);
  return from + (to - from) * share;
};

/** The figures of the stage: bytes read, rows read. */
export const readDetail = (progress: ReadProgress): string => {
  switch (progress.stage) {
    case 'bytes':
      return t('{part} of {whole}', {
        part: formatBytes(progress.done),
        whole: formatBytes(progress.total),
      });
    case 'unpacking':
      return t('Unpacking: {part} of {whole}', {
        part: formatBytes(progress.done),
        whole: formatBytes(progress.total),
      });
    case 'parsing':
      return t('Reading the cells of the first sheet');
    case 'rows':
      return t('{count, plural, one {# row} other {# rows}}', { count: progress.rows });
  }
};
