import { t } from '../text/text.ts';
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { formatNumber } from '../ui/format.ts';
import { type Day, dayFigures, shortDay } from './day-figures.ts';

/** Days as bars. A chunk of its own: the chart library is larger than the rest of the page. */
export const DayChart = ({
  days,
  target,
}: {
  days: readonly Day[];
  /** Drawn as a line across the days. */
  target?: number | undefined;
}) => {
  const { total } = dayFigures(days);
  return (
    <div
      role="img"
      aria-label={t(
        'Bar chart: {total, plural, one {# report} other {# reports}} over {days, plural, one {# day} other {# days}}. Choose Table for the figures.',
        { total, days: days.length },
      )}
    >
      <BarChart
        h={220}
        data={days.map(({ day, reports }) => ({ day: shortDay(day), reports }))}
        dataKey="day"
        series={[{ name: 'reports', label: t('Reports'), color: 'var(--app-figure)' }]}
        tickLine="none"
        gridAxis="x"
        valueFormatter={formatNumber}
        maxBarWidth={28}
        xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 24 }}
        yAxisProps={{ allowDecimals: false, width: 44 }}
        {...(target !== undefined && {
          referenceLines: [
            {
              y: target,
              label: t('Target'),
              color: 'var(--app-accent-text)',
              ifOverflow: 'extendDomain' as const,
            },
          ],
        })}
        barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
      />
    </div>
  );
};
