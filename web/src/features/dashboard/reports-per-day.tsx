import { SegmentedControl, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useCapabilities } from '../../api/capabilities.ts';
import { formatNumber } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { useStoredState } from '../../ui/use-stored-state.ts';
import { type Day, dayFigures, shortDay } from './day-figures.ts';
import classes from './reports-per-day.module.css';

const DayChart = lazy(async () => ({ default: (await import('./day-chart.tsx')).DayChart }));

const DayTable = ({ days }: { days: readonly Day[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
  <section className={classes.table} aria-label="Days" tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Reports</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, reports }) => (
          <tr key={day}>
            <td>{shortDay(day)}</td>
            <td>{formatNumber(reports)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

/** Reports of the last 30 days: figures, and the days as bars or as a table. */
export const ReportsPerDay = ({ days }: { days: readonly Day[] }) => {
  const [view, setView] = useStoredState<'chart' | 'table'>('dashboard-days-view', 'chart');
  const { time_zone } = useCapabilities();
  const { total, average, best } = dayFigures(days);

  return (
    <Panel
      title="Reports per day"
      aside={
        <SegmentedControl
          size="xs"
          aria-label="Show days as"
          value={view}
          onChange={(value) => setView(value === 'table' ? 'table' : 'chart')}
          data={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
        />
      }
    >
      <dl className={classes.figures}>
        <div>
          <dt>Last {days.length} days</dt>
          <dd>{formatNumber(total)}</dd>
        </div>
        <div>
          <dt>Average per day</dt>
          <dd>{formatNumber(Math.round(average * 10) / 10)}</dd>
        </div>
        <div>
          <dt>Best day</dt>
          <dd>
            {best ? formatNumber(best.reports) : '–'}
            {best ? <span className={classes.when}>{shortDay(best.day)}</span> : null}
          </dd>
        </div>
      </dl>
      {view === 'table' ? (
        <DayTable days={days} />
      ) : (
        <Suspense fallback={<Skeleton height={220} />}>
          <DayChart days={days} />
        </Suspense>
      )}
      <p className={classes.zone}>Days in the time zone {time_zone}.</p>
    </Panel>
  );
};
