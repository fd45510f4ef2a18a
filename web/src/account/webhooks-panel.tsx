import { Button, Group, Stack, Text } from '@mantine/core';
import type { Webhook } from '@survey/contract';
import { useState } from 'react';
import { useMay } from '../api/capabilities.ts';
import { t, translated } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { doneText, errorText } from '../ui/error-text.ts';
import { formatAgo, formatInstant, formatNumber } from '../ui/format.ts';
import { loadFailure } from '../ui/load-failure.ts';
import { Panel } from '../ui/panel.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useTimeZone } from '../ui/time-zone.ts';
import { toast } from '../ui/toasts.ts';
import { WebhookLogModal } from './webhook-log-modal.tsx';
import { WebhookModal } from './webhook-modal.tsx';
import { eventTexts, offTexts } from './webhook-texts.ts';
import { useRemoveWebhook, useTestWebhook, useWebhooks } from './webhooks.api.ts';
import classes from './webhooks-panel.module.css';

const stateOf = ({ is_on, off_reason, failing_since }: Webhook) => {
  if (!is_on) {
    const reason = off_reason ?? 'by-hand';
    const tone = reason === 'by-hand' ? 'grey' : 'red';
    return <StatusBadge tone={tone}>{t(offTexts[reason])}</StatusBadge>;
  }
  if (!failing_since) return <StatusBadge tone="green">{t('On')}</StatusBadge>;
  return (
    <StatusBadge tone="amber">
      {t('Fails since {time}', { time: formatAgo(new Date(failing_since)) })}
    </StatusBadge>
  );
};

interface Actions {
  test: (webhook: Webhook) => void;
  remove: (webhook: Webhook) => void;
  showLog: (webhook: Webhook) => void;
  change: (webhook: Webhook) => void;
  testingId: number | undefined;
}

const RowActions = ({ webhook, actions }: { webhook: Webhook; actions: Actions }) => {
  const mayTest = useMay('testWebhook');
  const mayChange = useMay('changeWebhook');
  const mayRemove = useMay('removeWebhook');
  return (
    <Group gap={4}>
      {mayTest ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={actions.testingId === webhook.id}
          onClick={() => actions.test(webhook)}
        >
          {t('Test')}
        </Button>
      ) : null}
      <Button size="compact-sm" variant="default" onClick={() => actions.showLog(webhook)}>
        {t('Messages')}
      </Button>
      {mayChange ? (
        <Button size="compact-sm" variant="default" onClick={() => actions.change(webhook)}>
          {t('Change')}
        </Button>
      ) : null}
      {mayRemove ? (
        <Button size="compact-sm" variant="default" onClick={() => actions.remove(webhook)}>
          {t('Remove')}
        </Button>
      ) : null}
    </Group>
  );
};

const columns = (actions: Actions, zone: string | undefined): Column<Webhook>[] => [
  {
    key: 'name',
    header: t('Name'),
    minWidth: 180,
    cell: ({ name, url }) => (
      <Stack gap={0}>
        <bdi>{name}</bdi>
        <Text size="xs" c="dimmed" dir="ltr" className={classes.address}>
          {url}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'events',
    header: t('Events'),
    minWidth: 140,
    cell: ({ events }) => events.map((event) => t(eventTexts[event])).join(t(', ')),
  },
  {
    key: 'circles',
    header: t('Circles'),
    cell: ({ circles }) => (circles ? circles.join(t(', ')) : t('All circles')),
  },
  { key: 'state', header: t('Status'), cell: stateOf },
  { key: 'waiting', header: t('Waiting'), cell: ({ waiting }) => formatNumber(waiting) },
  {
    key: 'last',
    header: t('Last delivered'),
    cell: ({ last_delivered_at: at }) =>
      at ? <span title={formatInstant(new Date(at), zone)}>{formatAgo(new Date(at))}</span> : '–',
  },
  {
    key: 'actions',
    header: t('Actions'),
    cell: (webhook) => <RowActions webhook={webhook} actions={actions} />,
  },
];

/** Other systems that get the events of reports. */
export const WebhooksPanel = ({ asksCode }: { asksCode: boolean }) => {
  const zone = useTimeZone();
  const webhooks = useWebhooks();
  const removing = useRemoveWebhook();
  const testing = useTestWebhook();
  const [opened, setOpened] = useState<'new' | { log: Webhook } | { change: Webhook }>();
  const mayAdd = useMay('addWebhook');
  const close = () => setOpened(undefined);

  const remove = async (webhook: Webhook) => {
    const isSure = await confirm({
      title: t('Remove {name}', { name: webhook.name }),
      message: t('Its log goes with it.'),
      consequence:
        webhook.waiting > 0
          ? t(
              '{count, plural, one {# message waits} other {# messages wait}} and will not be sent.',
              {
                count: webhook.waiting,
              },
            )
          : undefined,
      confirmLabel: t('Remove'),
      isHarmful: true,
    });
    if (!isSure) return;
    removing.mutate(webhook.id, {
      onSuccess: (done) => toast.success(doneText(done)),
      onError: (error) => toast.error(errorText(error, t('Failed to remove the webhook'))),
    });
  };
  const test = (webhook: Webhook) =>
    testing.mutate(webhook.id, {
      onSuccess: ({ success, status, problem, problem_said, took }) =>
        success
          ? toast.success(
              t('The receiver accepted the message in {took} ms.', { took: formatNumber(took) }),
            )
          : toast.error(
              [
                translated(problem ?? '', problem_said),
                status && t('Answer {status}', { status: String(status) }),
              ]
                .filter(Boolean)
                .join(' '),
            ),
      onError: (error) => toast.error(errorText(error, t('Failed to test the webhook'))),
    });

  if (webhooks.error && !webhooks.data) {
    return <ErrorState title={t('Failed to load the webhooks')} {...loadFailure(webhooks)} />;
  }
  return (
    <Panel
      title={t('Webhooks')}
      aside={
        mayAdd ? (
          <Button size="xs" variant="default" onClick={() => setOpened('new')}>
            {t('New webhook')}
          </Button>
        ) : null
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('Other systems that are told within a second of what happens to reports.')}
      </Text>
      <DataTable
        label={t('{title}: list', { title: t('Webhooks') })}
        columns={columns(
          {
            test,
            remove: (webhook) => void remove(webhook),
            showLog: (log) => setOpened({ log }),
            change: (change) => setOpened({ change }),
            testingId: testing.isPending ? testing.variables : undefined,
          },
          zone,
        )}
        rows={webhooks.data}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('No webhooks')} />}
        skeletonRows={2}
      />
      {opened === 'new' ? <WebhookModal asksCode={asksCode} onClose={close} /> : null}
      {typeof opened === 'object' && 'change' in opened ? (
        <WebhookModal webhook={opened.change} asksCode={asksCode} onClose={close} />
      ) : null}
      {typeof opened === 'object' && 'log' in opened ? (
        <WebhookLogModal webhook={opened.log} onClose={close} />
      ) : null}
    </Panel>
  );
};
