import { Button, Group, Text } from '@mantine/core';
import { type ActivityEntry, calls } from '@survey/contract';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { isAbort } from '../api/api-error.ts';
import { useCan, useCapabilities } from '../api/capabilities.ts';
import { download } from '../api/client.ts';
import { msg, t } from '../text/text.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { errorText } from '../ui/error-text.ts';
import { formatNumber } from '../ui/format.ts';
import { LatinText } from '../ui/latin-text.tsx';
import { loadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { saveBlob } from '../ui/save-blob.ts';
import { SheetButton } from '../ui/sheet-button.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { toast } from '../ui/toasts.ts';
import { useUrlState } from '../ui/use-url-state.ts';
import { useActivity } from './activity.api.ts';
import { ActivityFilters } from './activity-filters.tsx';
import { type ActivityState, isFiltered, readState } from './activity-state.ts';
import { actionText, actorText, timeText } from './activity-texts.ts';
import { EntryDrawer } from './entry-drawer.tsx';
import { subjectText } from './subject-text.ts';

const undoBadge = ({ undo }: ActivityEntry) => {
  if (undo === 'undone') return <StatusBadge tone="grey">{t('Undone')}</StatusBadge>;
  return undo === 'possible' ? <StatusBadge tone="green">{t('Can be undone')}</StatusBadge> : null;
};

const columnsIn = (timeZone: string | undefined): Column<ActivityEntry>[] => [
  {
    key: 'at',
    header: msg('When'),
    cell: ({ at }) => <LatinText>{timeText(at, timeZone)}</LatinText>,
    isPinned: true,
    minWidth: 160,
  },
  {
    key: 'actor',
    header: msg('Who'),
    cell: (entry) => <bdi>{actorText(entry)}</bdi>,
    minWidth: 140,
  },
  { key: 'action', header: msg('What'), cell: ({ action }) => actionText(action), minWidth: 170 },
  {
    key: 'subject',
    header: msg('About'),
    cell: ({ action, subject }) => {
      const text = subjectText(action, subject);
      return <bdi title={text}>{text}</bdi>;
    },
    minWidth: 220,
    maxWidth: 420,
  },
  { key: 'rows', header: msg('Rows'), cell: ({ rows }) => formatNumber(rows), align: 'right' },
  { key: 'undo', header: msg('Undo'), cell: undoBadge, minWidth: 120 },
  { key: 'address', header: msg('From where'), cell: ({ address }) => address, minWidth: 120 },
];

const ExportButton = ({ state }: { state: ActivityState }) => {
  const [isRunning, setRunning] = useState(false);
  const save = async () => {
    const { before: _, entry: __, ...query } = state;
    setRunning(true);
    try {
      saveBlob(await download(calls.activityExport, { query }), 'activity.csv');
    } catch (error) {
      if (!isAbort(error)) toast.error(errorText(error, t('Failed to export the activity')));
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isRunning}
      onClick={() => void save()}
    >
      {t('Export CSV')}
    </Button>
  );
};

/** The same entries as a spreadsheet. */
const ActivitySheet = ({ state }: { state: ActivityState }) => {
  const { before: _, entry: __, ...query } = state;
  return (
    <SheetButton
      fileName="activity.xlsx"
      load={(language) =>
        download(calls.activityExport, { query: { ...query, format: 'xlsx', language } })
      }
    />
  );
};

interface PagesProps {
  isFirst: boolean;
  next: number | null | undefined;
  onBefore: (id: number | undefined) => void;
}

const Pages = ({ isFirst, next, onBefore }: PagesProps) => (
  <Group justify="space-between" p="sm">
    <Button variant="default" disabled={isFirst} onClick={() => onBefore(undefined)}>
      {t('Newest')}
    </Button>
    <Button variant="default" disabled={!next} onClick={() => onBefore(next ?? undefined)}>
      {t('Older')}
    </Button>
  </Group>
);

const ActivityScreen = () => {
  const [state, change, latest] = useUrlState(readState);
  const { time_zone } = useCapabilities();
  const hasSheets = useCan('exportReports');
  const list = useActivity(state);
  const entries = list.data?.entries;
  const open = (id: number | undefined) =>
    change(
      { entry: id === undefined ? undefined : String(id) },
      { replace: state.entry !== undefined },
    );
  const beside = (entry: number | undefined, step: number) => {
    const at = entries?.findIndex(({ id }) => id === entry) ?? -1;
    return at < 0 ? undefined : entries?.[at + step]?.id;
  };
  // Steps from the address, not from the rendered entry: two quick key presses are two steps.
  const neighbour = (step: number) =>
    beside(state.entry, step) === undefined
      ? undefined
      : () => open(beside(latest().entry, step) ?? latest().entry);

  return (
    <Page
      title={t('Activity')}
      action={
        <>
          <ExportButton state={state} />
          {hasSheets ? <ActivitySheet state={state} /> : null}
        </>
      }
      filters={
        <ActivityFilters
          state={state}
          onChange={(values) => change({ ...values, before: undefined })}
        />
      }
    >
      {list.isError && !list.data ? (
        <ErrorState title={t('Error loading the activity')} {...loadFailure(list)} />
      ) : (
        <DataTable
          label={t('Activity')}
          columns={columnsIn(time_zone)}
          rows={entries}
          rowKey={({ id }) => id}
          isStale={list.isPlaceholderData}
          onRowClick={({ id }) => open(id)}
          isSelected={({ id }) => id === state.entry}
          empty={
            isFiltered(state) ? (
              <EmptyState
                title={t('Nothing matches')}
                hint={t('Choose other days, another person, or all changes.')}
              />
            ) : (
              <EmptyState
                title={t('No activity yet')}
                hint={t('Every change is noted here, with who made it and when.')}
              />
            )
          }
          toolbar={
            <Text c="dimmed" size="sm">
              {t('Newest first, {count, plural, one {# entry} other {# entries}} on this page', {
                count: entries?.length ?? 0,
              })}
            </Text>
          }
          footer={
            <Pages
              isFirst={state.before === undefined}
              next={list.data?.next}
              onBefore={(id) => change({ before: id === undefined ? undefined : String(id) })}
            />
          }
        />
      )}
      <EntryDrawer
        id={state.entry}
        onClose={() => open(undefined)}
        onOpen={open}
        onPrevious={neighbour(-1)}
        onNext={neighbour(1)}
      />
    </Page>
  );
};

/** The audit trail: who changed what, when and from where, with undo. */
export const ActivityPage = () =>
  useCan('activityList') ? (
    <ActivityScreen />
  ) : (
    <EmptyState title={t('This backend keeps no activity.')} />
  );
