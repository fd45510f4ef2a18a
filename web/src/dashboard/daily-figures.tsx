// Reports of each surveyor on each day: a chunk of its own, with calendar and chart.
import { Button, Group, SegmentedControl, Select, Skeleton, Text } from '@mantine/core';
import { calls, daysOfPeriod, periodDays } from '@survey/contract';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { isAbort } from '../api/api-error.ts';
import { download } from '../api/client.ts';
import { t } from '../text/text.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { DateRange } from '../ui/date-range.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { errorText } from '../ui/error-text.ts';
import { formatNumber } from '../ui/format.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx';
import { loadFailure } from '../ui/load-failure.ts';
import { Panel } from '../ui/panel.tsx';
import { saveBlob } from '../ui/save-blob.ts';
import { useTimeZone } from '../ui/time-zone.ts';
import { toast } from '../ui/toasts.ts';
import { useStoredState } from '../ui/use-stored-state.ts';
import classes from './daily-figures.module.css';
import { useSurveyorDays } from './dashboard.api.ts';
import { shortDay } from './day-figures.ts';
import {
  daysOfSurveyor,
  type Period,
  periodOf,
  type SurveyorDays,
  totalOf,
} from './surveyor-days.ts';

type Surveyor = SurveyorDays['surveyors'][number];

const DayChart = lazyWithRetry(
  async () => (await import('./day-chart.tsx')).DayChart,
  <Skeleton height={220} />,
);

const average = (total: number, days: number): string =>
  formatNumber(Math.round((total / Math.max(1, days)) * 10) / 10);

const columnsOf = ({ days, target }: SurveyorDays): Column<Surveyor>[] => [
  {
    key: 'username',
    header: t('Surveyor'),
    isPinned: true,
    minWidth: 130,
    cell: ({ username, name }) => <bdi title={username}>{name || username}</bdi>,
  },
  {
    key: 'total',
    header: t('Total'),
    align: 'right',
    cell: (one) => <b>{formatNumber(totalOf(one))}</b>,
  },
  {
    key: 'average',
    header: t('Per day'),
    align: 'right',
    cell: (one) => average(totalOf(one), days.length),
  },
  ...(target === null
    ? []
    : [
        {
          key: 'share',
          header: t('Of target'),
          align: 'right' as const,
          cell: (one: Surveyor) =>
            `${formatNumber(Math.round((100 * totalOf(one)) / (target * days.length)))} %`,
        },
      ]),
  ...days.map(
    (day, at): Column<Surveyor> => ({
      key: day,
      header: shortDay(day),
      align: 'right',
      cell: ({ reports }) => (
        <span
          className={classes.figure}
          data-met={target !== null && (reports[at] ?? 0) >= target ? true : undefined}
          data-none={reports[at] === 0 || undefined}
        >
          {formatNumber(reports[at] ?? 0)}
        </span>
      ),
    }),
  ),
];

const ExportButton = ({ period }: { period: Period }) => {
  const [isRunning, setRunning] = useState(false);
  const save = async () => {
    setRunning(true);
    try {
      saveBlob(await download(calls.surveyorDaysExport, { query: period }), 'surveyor-days.csv');
    } catch (error) {
      if (!isAbort(error)) toast.error(errorText(error, t('Failed to export the figures')));
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={isRunning}
      onClick={() => void save()}
    >
      {t('Export CSV')}
    </Button>
  );
};

const Chart = ({ figures }: { figures: SurveyorDays }) => {
  const [username, setUsername] = useState<string | null>(null);
  const people = username ? 1 : figures.surveyors.length;
  return (
    <>
      <Select
        size="xs"
        mb="sm"
        maw={280}
        label={t('Surveyor')}
        placeholder={t('All surveyors')}
        clearable
        searchable
        limit={100}
        value={username}
        onChange={setUsername}
        data={figures.surveyors.map((one) => ({
          value: one.username,
          label: one.name ? `${one.name} (${one.username})` : one.username,
        }))}
        nothingFoundMessage={t('No users found')}
      />
      <DayChart
        days={daysOfSurveyor(figures, username)}
        target={figures.target === null ? undefined : figures.target * people}
      />
    </>
  );
};

/** Daily figures of surveyors for a chosen period, as table or chart and as CSV, beside the target. */
export const DailyFigures = () => {
  const zone = useTimeZone();
  const [days, setDays] = useState<Partial<Period>>(() => periodOf('week', zone));
  const [view, setView] = useStoredState<'chart' | 'table'>('dashboard-surveyor-days', 'table');
  const period = days.from && days.to ? { from: days.from, to: days.to } : undefined;
  const isTooLong = period !== undefined && daysOfPeriod(period) > periodDays;
  const wanted = isTooLong ? undefined : period;
  const figures = useSurveyorDays(wanted);
  const { data } = figures;
  return (
    <Panel
      title={t('Daily figures of surveyors')}
      aside={
        <Group gap="xs">
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
          {wanted ? <ExportButton period={wanted} /> : null}
        </Group>
      }
    >
      <div className={classes.days}>
        <DateRange
          value={{ date_from: days.from, date_to: days.to }}
          onChange={({ date_from, date_to }) =>
            setDays({ ...(date_from && { from: date_from }), ...(date_to && { to: date_to }) })
          }
        />
      </div>
      {data?.target ? (
        <Text size="sm" mb="xs">
          {t('Target: {count, plural, one {# report} other {# reports}} of each surveyor a day.', {
            count: data.target,
          })}
        </Text>
      ) : null}
      {wanted ? null : (
        <EmptyState
          title={
            isTooLong
              ? t('At most {count} days are shown', { count: String(periodDays) })
              : t('Choose the first and the last day')
          }
        />
      )}
      {wanted && figures.isError && !data ? (
        <ErrorState title={t('The figures could not be loaded')} {...loadFailure(figures)} />
      ) : null}
      {wanted && figures.isPending ? <Skeleton height={220} radius="md" /> : null}
      {wanted && data ? (
        view === 'chart' ? (
          <Chart figures={data} />
        ) : (
          <DataTable
            label={t('Surveyors')}
            columns={columnsOf(data)}
            rows={data.surveyors}
            rowKey={({ username }) => username}
            density="compact"
            maxHeight="28rem"
            isStale={figures.isPlaceholderData}
            empty={<EmptyState title={t('No surveyors yet.')} />}
          />
        )
      ) : null}
    </Panel>
  );
};
