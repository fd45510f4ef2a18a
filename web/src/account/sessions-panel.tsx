import { Button, Group, Text } from '@mantine/core';
import type { OwnSession } from '@survey/contract';
import { endSession } from '../api/session.ts';
import { t } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { errorText } from '../ui/error-text.ts';
import { formatAgo, formatInstant } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useTimeZone } from '../ui/time-zone.ts';
import { toast } from '../ui/toasts.ts';
import { useEndSession, useEndSessions } from './account.api.ts';
import { nameBrowser } from './name-browser.ts';

const columns = (
  end: (session: OwnSession) => void,
  busyId: number | undefined,
  zone: string | undefined,
): Column<OwnSession>[] => [
  {
    key: 'browser',
    header: t('Browser'),
    minWidth: 180,
    cell: (session) => (
      <Group gap="xs" wrap="nowrap">
        <span title={session.user_agent}>{nameBrowser(session.user_agent)}</span>
        {session.is_current ? <StatusBadge tone="green">{t('This one')}</StatusBadge> : null}
      </Group>
    ),
  },
  { key: 'address', header: t('Address'), cell: ({ address }) => address || '–' },
  {
    key: 'signed-in',
    header: t('Signed in'),
    cell: ({ created_at }) => formatInstant(new Date(created_at), zone),
  },
  {
    key: 'last-used',
    header: t('Last used'),
    cell: ({ last_used_at }) => (
      <span title={formatInstant(new Date(last_used_at), zone)}>
        {formatAgo(new Date(last_used_at))}
      </span>
    ),
  },
  {
    key: 'actions',
    header: t('Actions'),
    cell: (session) =>
      session.is_current ? null : (
        <Button
          size="compact-sm"
          variant="default"
          loading={busyId === session.id}
          onClick={() => end(session)}
        >
          {t('Sign out')}
        </Button>
      ),
  },
];

/** The sessions of the account, with sign-out of one or of all others. */
export const SessionsPanel = ({ sessions }: { sessions: OwnSession[] | undefined }) => {
  const zone = useTimeZone();
  const endOne = useEndSession();
  const endAll = useEndSessions();

  const end = (session: OwnSession) =>
    endOne.mutate(session.id, {
      onSuccess: () => toast.success(t('That session has ended.')),
      onError: (error) => toast.error(errorText(error, t('Failed to sign out'))),
    });

  const endEverywhere = async () => {
    const isSure = await confirm({
      title: t('Sign out everywhere'),
      message: t('Every session of your account ends, this one too.'),
      consequence: t('{count, plural, one {# session} other {# sessions}}', {
        count: sessions?.length ?? 0,
      }),
      confirmLabel: t('Sign out everywhere'),
      isHarmful: true,
    });
    if (!isSure) return;
    endAll.mutate(undefined, {
      onSuccess: () => endSession(),
      onError: (error) => toast.error(errorText(error, t('Failed to sign out'))),
    });
  };

  return (
    <Panel
      title={t('Sessions')}
      aside={
        <Button
          size="xs"
          variant="default"
          disabled={!sessions}
          loading={endAll.isPending}
          onClick={() => void endEverywhere()}
        >
          {t('Sign out everywhere')}
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('If you do not recognize one, end it and change your password.')}
      </Text>
      <DataTable
        label={t('{title}: list', { title: t('Sessions') })}
        columns={columns(end, endOne.isPending ? endOne.variables : undefined, zone)}
        rows={sessions}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('No open sessions')} />}
        skeletonRows={2}
      />
    </Panel>
  );
};
