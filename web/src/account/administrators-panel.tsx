import { Button, Group } from '@mantine/core';
import type { Administrator } from '@survey/contract';
import { useState } from 'react';
import { useMay } from '../api/capabilities.ts';
import { t } from '../text/text.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { formatAgo, formatInstant } from '../ui/format.ts';
import { loadFailure } from '../ui/load-failure.ts';
import { Panel } from '../ui/panel.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useTimeZone } from '../ui/time-zone.ts';
import { useAdministrators } from './account.api.ts';
import { AddAdministratorModal } from './add-administrator-modal.tsx';
import { AdministratorModal, type AdministratorTask } from './administrator-modal.tsx';
import { LimitsModal } from './limits-modal.tsx';

const stateOf = ({ status, must_change_password }: Administrator) => {
  if (!status) return <StatusBadge tone="red">{t('Blocked')}</StatusBadge>;
  return must_change_password ? (
    <StatusBadge tone="amber">{t('Not signed in yet')}</StatusBadge>
  ) : (
    <StatusBadge tone="green">{t('Active')}</StatusBadge>
  );
};

const limitsOf = ({ circles, read_only }: Administrator) => (
  <>
    <bdi>{circles ? circles.join(t(', ')) : t('All circles')}</bdi>
    {read_only ? ` · ${t('Reading only')}` : ''}
  </>
);

interface Actions {
  choose: (task: AdministratorTask) => void;
  limit: (who: Administrator) => void;
}

const OthersActions = ({ who, choose, limit }: Actions & { who: Administrator }) => {
  const mayLimit = useMay('limitAdministrator');
  const mayBlock = useMay('changeAdministratorStatus');
  const mayRemove = useMay('removeAdministrator');
  return (
    <Group gap="xs" wrap="nowrap">
      {mayLimit ? (
        <Button size="compact-sm" variant="default" onClick={() => limit(who)}>
          {t('Limits')}
        </Button>
      ) : null}
      {mayBlock ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => choose({ kind: who.status ? 'block' : 'unblock', who })}
        >
          {who.status ? t('Block') : t('Unblock')}
        </Button>
      ) : null}
      {mayRemove ? (
        <Button size="compact-sm" variant="default" onClick={() => choose({ kind: 'remove', who })}>
          {t('Remove')}
        </Button>
      ) : null}
    </Group>
  );
};

const columns = (actions: Actions, zone: string | undefined): Column<Administrator>[] => [
  { key: 'email', header: t('Email'), minWidth: 180, cell: ({ email }) => email },
  { key: 'name', header: t('Name'), cell: ({ name }) => name },
  { key: 'state', header: t('Status'), cell: stateOf },
  { key: 'limits', header: t('Limits'), minWidth: 120, cell: limitsOf },
  {
    key: 'factor',
    header: t('Second factor'),
    cell: ({ second_factor }) => (second_factor ? t('On') : t('Off')),
  },
  {
    key: 'seen',
    header: t('Last seen'),
    cell: ({ last_seen }) =>
      last_seen ? (
        <span title={formatInstant(new Date(last_seen), zone)}>
          {formatAgo(new Date(last_seen))}
        </span>
      ) : (
        '–'
      ),
  },
  {
    key: 'actions',
    header: t('Actions'),
    cell: (who) =>
      who.is_me ? (
        <StatusBadge tone="green">{t('You')}</StatusBadge>
      ) : (
        <OthersActions who={who} {...actions} />
      ),
  },
];

/** All administrators, to add, block and remove; each change asks for the password. */
export const AdministratorsPanel = ({ asksCode }: { asksCode: boolean }) => {
  const zone = useTimeZone();
  const administrators = useAdministrators();
  const [task, setTask] = useState<AdministratorTask>();
  const [limited, setLimited] = useState<Administrator>();
  const [isAdding, setAdding] = useState(false);
  const mayAdd = useMay('addAdministrator');
  if (administrators.error && !administrators.data) {
    return (
      <ErrorState title={t('Failed to load the administrators')} {...loadFailure(administrators)} />
    );
  }
  return (
    <Panel
      title={t('Administrators')}
      aside={
        mayAdd ? (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {t('Add administrator')}
          </Button>
        ) : null
      }
    >
      <DataTable
        label={t('{title}: list', { title: t('Administrators') })}
        columns={columns({ choose: setTask, limit: setLimited }, zone)}
        rows={administrators.data}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('No administrators')} />}
        skeletonRows={2}
      />
      {task ? (
        <AdministratorModal task={task} asksCode={asksCode} onClose={() => setTask(undefined)} />
      ) : null}
      {limited ? (
        <LimitsModal who={limited} asksCode={asksCode} onClose={() => setLimited(undefined)} />
      ) : null}
      {isAdding ? (
        <AddAdministratorModal asksCode={asksCode} onClose={() => setAdding(false)} />
      ) : null}
    </Panel>
  );
};
