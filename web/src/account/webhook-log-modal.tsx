import { Button, Code, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import {
  deliveryStates,
  type Webhook,
  type WebhookDelivery,
  webhookLimits,
} from '@survey/contract';
import { useState } from 'react';
import { useMay } from '../api/capabilities.ts';
import { t, translated } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { doneText, errorText } from '../ui/error-text.ts';
import { formatInstant } from '../ui/format.ts';
import { loadFailure } from '../ui/load-failure.ts';
import { StatusBadge, type StatusTone } from '../ui/status-badge.tsx';
import { useTimeZone } from '../ui/time-zone.ts';
import { toast } from '../ui/toasts.ts';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { deliveryTexts, eventTexts } from './webhook-texts.ts';
import { useResend, useWebhookLog } from './webhooks.api.ts';

const tones: Record<WebhookDelivery['state'], StatusTone> = {
  waiting: 'amber',
  delivered: 'green',
  failed: 'red',
};

const outcome = (
  { attempts, status, problem, problem_said, next_at, attempted_at }: WebhookDelivery,
  zone: string | undefined,
) => (
  <Stack gap={2}>
    {attempts > 0 ? (
      <span>
        {t('{count, plural, one {# attempt} other {# attempts}}', { count: attempts })}
        {status === null ? '' : ` · ${t('Answer {status}', { status: String(status) })}`}
        {attempted_at ? ` · ${formatInstant(new Date(attempted_at), zone)}` : ''}
      </span>
    ) : null}
    {problem ? <span>{translated(problem, problem_said)}</span> : null}
    {next_at && attempts > 0 ? (
      <span>{t('Next attempt: {time}', { time: formatInstant(new Date(next_at), zone) })}</span>
    ) : null}
  </Stack>
);

const columns = (
  resend: ((delivery: WebhookDelivery) => void) | undefined,
  isOn: boolean,
  zone: string | undefined,
): Column<WebhookDelivery>[] => [
  {
    key: 'at',
    header: t('When'),
    cell: ({ at }) => formatInstant(new Date(at), zone),
  },
  { key: 'event', header: t('Event'), cell: ({ event }) => t(eventTexts[event]) },
  {
    key: 'report',
    header: t('Report'),
    minWidth: 140,
    cell: ({ circle, pin, payload }) => (
      <details>
        <summary>
          <bdi>{circle}</bdi> · <bdi>{pin}</bdi>
        </summary>
        <Code block dir="ltr">
          {JSON.stringify(JSON.parse(payload), null, 2)}
        </Code>
      </details>
    ),
  },
  {
    key: 'state',
    header: t('Status'),
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{t(deliveryTexts[state])}</StatusBadge>,
  },
  { key: 'outcome', header: t('Attempts'), minWidth: 160, cell: (row) => outcome(row, zone) },
  ...(resend
    ? [
        {
          key: 'actions',
          header: t('Actions'),
          cell: (row: WebhookDelivery) => (
            <Button
              size="compact-sm"
              variant="default"
              disabled={!isOn || (row.state === 'waiting' && row.attempts === 0)}
              onClick={() => resend(row)}
            >
              {t('Send again')}
            </Button>
          ),
        },
      ]
    : []),
];

interface WebhookLogModalProps {
  webhook: Webhook;
  onClose: () => void;
}

/** The messages of a webhook, each of which can be sent again, or all from a day on. */
export const WebhookLogModal = ({ webhook, onClose }: WebhookLogModalProps) => {
  useReturnFocus();
  const zone = useTimeZone();
  const [state, setState] = useState<WebhookDelivery['state'] | undefined>();
  const [from, setFrom] = useState('');
  const log = useWebhookLog(webhook.id, state);
  const again = useResend();
  const mayResend = useMay('resendWebhook');

  const failed = (error: unknown) =>
    void toast.error(errorText(error, t('Failed to send the messages again')));
  const resend = (delivery: WebhookDelivery) =>
    again.mutate(
      { id: webhook.id, delivery: delivery.id },
      { onSuccess: (done) => void toast.success(doneText(done)), onError: failed },
    );
  const resendAll = async () => {
    try {
      const asked = { id: webhook.id, from };
      const { count, ...told } = await again.mutateAsync({ ...asked, dry_run: true });
      if (count === 0) {
        toast.success(doneText(told));
        return;
      }
      const isSure = await confirm({
        title: t('Send again'),
        message: doneText(told),
        confirmLabel: t('Send again'),
        touches: count,
      });
      if (isSure) toast.success(doneText(await again.mutateAsync(asked)));
    } catch (error) {
      failed(error);
    }
  };

  const content = () => {
    if (log.error && !log.data) {
      return <ErrorState title={t('Failed to load the messages')} {...loadFailure(log)} />;
    }
    return (
      <DataTable
        label={t('Messages')}
        columns={columns(mayResend ? resend : undefined, webhook.is_on, zone)}
        rows={log.data?.pages.flatMap(({ deliveries }) => deliveries)}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('No messages')} />}
        skeletonRows={4}
      />
    );
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Messages of {name}', { name: webhook.name })}
      size="xl"
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('Kept for {count, plural, one {# day} other {# days}}.', {
            count: webhookLimits.keptDays,
          })}
        </Text>
        <Group align="flex-end" justify="space-between" gap="sm">
          <Select
            label={t('Status')}
            placeholder={t('All')}
            clearable
            data={deliveryStates.map((value) => ({ value, label: t(deliveryTexts[value]) }))}
            value={state ?? null}
            onChange={(value) => setState(deliveryStates.find((one) => one === value))}
          />
          {mayResend ? (
            <Group align="flex-end" gap="xs">
              <TextInput
                type="date"
                label={t('From the day')}
                value={from}
                onChange={(event) => setFrom(event.currentTarget.value)}
              />
              <Button
                variant="default"
                disabled={!webhook.is_on || from === ''}
                loading={again.isPending}
                onClick={() => void resendAll()}
              >
                {t('Send all again')}
              </Button>
            </Group>
          ) : null}
        </Group>
        {content()}
        {log.hasNextPage ? (
          <Group justify="center">
            <Button
              variant="default"
              loading={log.isFetchingNextPage}
              onClick={() => void log.fetchNextPage()}
            >
              {t('Show more')}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Modal>
  );
};
