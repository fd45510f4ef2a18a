import { t } from '../../text/text.ts';
import { Figures } from '../../ui/figures.tsx';
import { formatNumber } from '../../ui/format.ts';
import type { Queue } from './use-queue.ts';

/** What is left, what was done, and how fast. */
export const QueueFigures = ({ today, remaining, pace }: Queue['figures']) => (
  <section aria-label={t('Progress')}>
    <Figures
      figures={[
        { label: t('Left'), value: formatNumber(remaining) },
        { label: t('Reviewed today'), value: formatNumber(today) },
        {
          label: t('Pace'),
          value: pace === undefined ? '–' : formatNumber(pace),
          beside: t('an hour'),
        },
      ]}
    />
  </section>
);
