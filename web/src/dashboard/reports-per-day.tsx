import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useCapabilities } from '../api/capabilities.ts';
import { t } from '../text/text.ts';
import { Figures } from '../ui/figures.tsx';
import { formatNumber } from '../ui/format.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx';
import { Panel } from '../ui/panel.tsx';
import { SmallTable } from '../ui/small-table.tsx';
import { useStoredState } from '../ui/use-stored-state.ts';
import { type Day, dayFigures, shortDay } from './day-figures.ts';

const DayChart = lazyWithRetry(
  async () => (await import('./day-chart.tsx')).DayChart,
  <Skeleton height={220} />,
);

const DayTable = ({ days }: { days: readonly Day[] }) => (
  <SmallTable
    label={t('Days')}
    headers={[t('Day'), t('Reports')]}
    rows={days
      .toReversed()
      .map(({ day, reports }) => ({ key: day, cells: [shortDay(day), formatNumber(reports)] }))}
  />
);

/** Reports of the last 30 days: figures, and the days as bars or as a table. */
export const ReportsPerDay = ({ days }: { days: readonly Day[] }) => {
  const [view, setView] = useStoredState<'chart' | 'table'>('dashboard-days-view', 'chart');
  const { time_zone } = useCapabilities();
  const { total, average, best } = dayFigures(days);

  return (
    <Panel
      title={t('Reports per day')}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t('Show days as')}
          value={view}
          onChange={(value) => setView(value === 'table' ? 'table' : 'chart')}
          data={[
            { value: 'chart', label: t('Chart') },
            { value: 'table', label: t('Table') },
          ]}
        />
      }
    >
      <Figures
        figures={[
          {
            label: t('Last {count, plural, one {# day} other {# days}}', { count: days.length }),
            value: formatNumber(total),
          },
          { label: t('Average per day'), value: formatNumber(Math.round(average * 10) / 10) },
          {
            label: t('Best day'),
            value: best ? formatNumber(best.reports) : '–',
            beside: best && shortDay(best.day),
          },
        ]}
      />
      {view === 'table' ? <DayTable days={days} /> : <DayChart days={days} />}
      <Text size="xs" c="dimmed" mt="xs">
        {t('Days in the time zone {zone}.', { zone: time_zone ?? '' })}
      </Text>
    </Panel>
  );
};
