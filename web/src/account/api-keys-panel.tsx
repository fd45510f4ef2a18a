import { Button, Code, Text } from '@mantine/core';
import type { ApiKey } from '@survey/contract';
import { useState } from 'react';
import { useMay } from '../api/capabilities.ts';
import { t } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { doneText, errorText } from '../ui/error-text.ts';
import { formatAgo, formatInstant } from '../ui/format.ts';
import { loadFailure } from '../ui/load-failure.ts';
import { Panel } from '../ui/panel.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useTimeZone } from '../ui/time-zone.ts';
import { toast } from '../ui/toasts.ts';
import { ApiKeyModal } from './api-key-modal.tsx';
import { scopeTexts } from './api-key-texts.ts';
import { useApiKeys, useEndApiKey } from './api-keys.api.ts';

const lastUse = ({ last_used, last_address }: ApiKey, zone: string | undefined) =>
  last_used ? (
    <span title={formatInstant(new Date(last_used), zone)}>
      {formatAgo(new Date(last_used))} · <bdi>{last_address}</bdi>
    </span>
  ) : (
    t('Never used')
  );

const columns = (
  end: ((key: ApiKey) => void) | undefined,
  busyId: number | undefined,
  zone: string | undefined,
): Column<ApiKey>[] => [
  { key: 'name', header: t('Name'), minWidth: 140, cell: ({ name }) => <bdi>{name}</bdi> },
  { key: 'begins', header: t('Begins with'), cell: ({ begins }) => <Code>{begins}…</Code> },
  {
    key: 'scopes',
    header: t('May read'),
    minWidth: 120,
    cell: ({ scopes }) => scopes.map((scope) => t(scopeTexts[scope].label)).join(t(', ')),
  },
  {
    key: 'circles',
    header: t('Circles'),
    cell: ({ circles }) => (circles ? circles.join(t(', ')) : t('All circles')),
  },
  { key: 'last-used', header: t('Last used'), cell: (key) => lastUse(key, zone) },
  {
    key: 'ends',
    header: t('Ends'),
    cell: ({ expires_at, is_expired }) =>
      is_expired ? (
        <StatusBadge tone="grey">{t('Ended')}</StatusBadge>
      ) : (
        formatInstant(new Date(expires_at), zone)
      ),
  },
  { key: 'owner', header: t('Made by'), cell: ({ owner }) => <bdi>{owner}</bdi> },
  ...(end
    ? [
        {
          key: 'actions',
          header: t('Actions'),
          cell: (key: ApiKey) => (
            <Button
              size="compact-sm"
              variant="default"
              loading={busyId === key.id}
              onClick={() => end(key)}
            >
              {t('Revoke')}
            </Button>
          ),
        },
      ]
    : []),
];

/** Keys for programs that read: spreadsheets, Power BI, QGIS, scripts. */
export const ApiKeysPanel = ({ asksCode }: { asksCode: boolean }) => {
  const zone = useTimeZone();
  const keys = useApiKeys();
  const ending = useEndApiKey();
  const [isAdding, setAdding] = useState(false);
  const mayAdd = useMay('addApiKey');
  const mayEnd = useMay('endApiKey');

  const end = async (key: ApiKey) => {
    const isSure = await confirm({
      title: t('Revoke {name}', { name: key.name }),
      message: t('The next request with this key is refused. It cannot be given back.'),
      confirmLabel: t('Revoke'),
      isHarmful: true,
    });
    if (!isSure) return;
    ending.mutate(key.id, {
      onSuccess: (done) => toast.success(doneText(done)),
      onError: (error) => toast.error(errorText(error, t('Failed to revoke the key'))),
    });
  };

  if (keys.error && !keys.data) {
    return <ErrorState title={t('Failed to load the API keys')} {...loadFailure(keys)} />;
  }
  return (
    <Panel
      title={t('API keys')}
      aside={
        mayAdd ? (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {t('New API key')}
          </Button>
        ) : null
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('For programs that read: spreadsheets, Power BI, QGIS, scripts. A key changes nothing.')}
      </Text>
      <DataTable
        label={t('{title}: list', { title: t('API keys') })}
        columns={columns(
          mayEnd ? (key) => void end(key) : undefined,
          ending.isPending ? ending.variables : undefined,
          zone,
        )}
        rows={keys.data}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('No API keys')} />}
        skeletonRows={2}
      />
      {isAdding ? <ApiKeyModal asksCode={asksCode} onClose={() => setAdding(false)} /> : null}
    </Panel>
  );
};
