import { Button, Group, Text } from '@mantine/core';
import { type AccountEvent, type ActivityAction, activityActions } from '@survey/contract';
import { known, t } from '../text/text.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { errorText } from '../ui/error-text.ts';
import { formatInstant } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useTimeZone } from '../ui/time-zone.ts';
import { toast } from '../ui/toasts.ts';
import { useSeenEvents } from './account.api.ts';

const columns = (zone: string | undefined): Column<AccountEvent>[] => [
  { key: 'at', header: t('Time'), cell: ({ at }) => formatInstant(new Date(at), zone) },
  {
    key: 'what',
    header: t('What'),
    minWidth: 200,
    cell: ({ action, is_new }) => (
      <Group gap="xs" wrap="nowrap">
        <span>{known(activityActions[action as ActivityAction] ?? action)}</span>
        {is_new ? <StatusBadge tone="amber">{t('New')}</StatusBadge> : null}
      </Group>
    ),
  },
  { key: 'address', header: t('Address'), cell: ({ address }) => address || '–' },
];

/** What happened to the sign-in of the account; the owner says whether it was they. */
export const EventsPanel = ({ events }: { events: AccountEvent[] | undefined }) => {
  const zone = useTimeZone();
  const seen = useSeenEvents();
  const hasNew = events?.some(({ is_new }) => is_new) ?? false;
  return (
    <Panel
      title={t('Security events')}
      aside={
        hasNew ? (
          <Button
            size="xs"
            variant="default"
            loading={seen.isPending}
            onClick={() =>
              seen.mutate(undefined, {
                onError: (error) => toast.error(errorText(error, t('That did not work.'))),
              })
            }
          >
            {t('I know of these')}
          </Button>
        ) : null
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('If it was not you, change your password and sign out everywhere.')}
      </Text>
      <DataTable
        label={t('{title}: list', { title: t('Security events') })}
        columns={columns(zone)}
        rows={events}
        rowKey={({ at, action }) => `${at} ${action}`}
        empty={<EmptyState title={t('Nothing happened in the last 90 days')} />}
        skeletonRows={2}
      />
    </Panel>
  );
};
