import { NativeSelect, Text } from '@mantine/core';
import type { calls, ReplyOf, Visit } from '@survey/contract';
import { Link } from '@tanstack/react-router';
import { SeverityBadge } from '../flags/severity-badge.tsx';
import { VisitsMap } from '../maps/visits-map.tsx';
import { msg, t } from '../text/text.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { formatNumber } from '../ui/format.ts';
import { loadFailure } from '../ui/load-failure.ts';
import { Panel } from '../ui/panel.tsx';
import { useSurveyorDay } from './surveyor.api.ts';

interface SurveyorDayProps {
  username: string;
  days: ReplyOf<typeof calls.surveyorWork>['days'];
  chosen: string | undefined;
  onChoose: (day: string) => void;
}

const minute = 60;

/** "5 min" or "40 s" since the visit before. */
const gapText = ({ seconds }: Visit): string => {
  if (seconds === null) return '–';
  return seconds < minute
    ? t('{seconds} s', { seconds })
    : t('{minutes} min', { minutes: formatNumber(Math.round(seconds / minute)) });
};

const columns: Column<Visit>[] = [
  { key: 'number', header: '#', align: 'right', cell: (_, index) => formatNumber(index + 1) },
  {
    key: 'time',
    header: msg('Time'),
    cell: ({ capture_time }) => <bdi>{capture_time.slice(-8)}</bdi>,
  },
  {
    key: 'pin',
    header: msg('PIN'),
    cell: ({ id, pin }) => (
      <Link to="/report" search={{ report: String(id) }}>
        {pin}
      </Link>
    ),
  },
  { key: 'circle', header: msg('Circle'), cell: ({ circle }) => <bdi>{circle}</bdi> },
  { key: 'gap', header: msg('Since the one before'), align: 'right', cell: gapText },
  {
    key: 'metres',
    header: msg('Way'),
    align: 'right',
    cell: ({ metres }) =>
      metres === null ? '–' : t('{metres} m', { metres: formatNumber(Math.round(metres)) }),
  },
  {
    key: 'flag',
    header: msg('Flag'),
    cell: ({ severity }) => (severity === null ? null : <SeverityBadge severity={severity} />),
  },
];

/** The visits of a day in their order: on the map, and as a table. */
export const SurveyorDay = ({ username, days, chosen, onChoose }: SurveyorDayProps) => {
  const query = useSurveyorDay(username, chosen);
  const visits = query.data?.visits;
  return (
    <Panel
      title={t('Visits of a day')}
      aside={
        <NativeSelect
          size="xs"
          aria-label={t('Day')}
          value={chosen ?? ''}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
          data={[...days].reverse().map(({ day, reports, flagged }) => ({
            value: day,
            label: t('{day}: {reports} reports, {flagged} with a flag', {
              day,
              reports: formatNumber(reports),
              flagged: formatNumber(flagged),
            }),
          }))}
        />
      }
    >
      {query.isError ? (
        <ErrorState title={t('The day could not be loaded')} {...loadFailure(query)} />
      ) : null}
      {visits ? <VisitsMap visits={visits} /> : null}
      {query.data && query.data.total > query.data.visits.length ? (
        <Text size="sm" c="dimmed">
          {t('The first {shown} of {total} visits are shown.', {
            shown: formatNumber(query.data.visits.length),
            total: formatNumber(query.data.total),
          })}
        </Text>
      ) : null}
      <DataTable
        label={t('{title}: list', { title: t('Visits of a day') })}
        columns={columns}
        rows={visits}
        rowKey={({ id }) => id}
        maxHeight="420px"
        empty={<EmptyState title={t('No reports in these days')} />}
      />
    </Panel>
  );
};
