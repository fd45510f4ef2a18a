import { Button, Group, NativeSelect, Text } from '@mantine/core';
import type { CheckRun } from '@survey/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMay } from '../api/capabilities.ts';
import { msg, t } from '../text/text.ts';
import { reasonText } from '../ui/error-text.ts';
import { formatNumber } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { ProgressPanel } from '../ui/progress-panel.tsx';
import { toast } from '../ui/toasts.ts';
import { useCancelRun, useCheckRun, useStartRun } from './checks.api.ts';

const stateLabels: Record<Exclude<CheckRun['state'], 'running'>, string> = {
  complete: msg('complete'),
  cancelled: msg('cancelled'),
  failed: msg('failed'),
};

const spans = [
  ['30', msg('The last 30 days')],
  ['90', msg('The last 90 days')],
  ['', msg('All reports')],
] as const;

const figuresOf = ({ done, total, added, removed }: CheckRun): string =>
  t('{done} of {total} reports, {added} flags came, {removed} went', {
    done: formatNumber(done),
    total: formatNumber(total),
    added: formatNumber(added),
    removed: formatNumber(removed),
  });

/** Reports that are there are looked at again by the rules as they are; in the background, with progress. */
export const RunPanel = ({ isAdvised }: { isAdvised: boolean }) => {
  const cache = useQueryClient();
  const { data: run } = useCheckRun();
  const [days, setDays] = useState<string>('30');
  const start = useStartRun();
  const cancel = useCancelRun();
  const onError = (error: Error) =>
    toast.error(t('The re-evaluation could not be changed'), reasonText(error));
  const mayStart = useMay('startCheckRun');
  const mayCancel = useMay('cancelCheckRun');
  const isRunning = run?.state === 'running';
  // When it ends, flags and precision are others.
  useEffect(() => {
    if (!isRunning) void cache.invalidateQueries({ queryKey: ['checks'] });
  }, [isRunning, cache]);
  if (run && isRunning) {
    return (
      <ProgressPanel
        label={t('Looking at the reports again')}
        percent={run.total > 0 ? (run.done / run.total) * 100 : undefined}
        detail={figuresOf(run)}
        onCancel={mayCancel ? () => cancel.mutate(run.id, { onError }) : undefined}
      />
    );
  }
  return (
    <Panel title={t('Re-evaluation')}>
      <Text size="sm" mb="sm">
        {isAdvised
          ? t(
              'A rule has changed. Flags that are there keep the version they came from until their reports are looked at again.',
            )
          : t(
              'Looks at reports that are there by the rules as they are. Dismissed flags stay dismissed.',
            )}
      </Text>
      <Group gap="sm" align="flex-end">
        {mayStart ? (
          <>
            <NativeSelect
              aria-label={t('Which reports')}
              value={days}
              onChange={({ currentTarget }) => setDays(currentTarget.value)}
              data={spans.map(([value, label]) => ({ value, label: t(label) }))}
            />
            <Button
              variant={isAdvised ? 'filled' : 'default'}
              loading={start.isPending}
              onClick={() => start.mutate(days === '' ? null : Number(days), { onError })}
            >
              {t('Look again')}
            </Button>
          </>
        ) : null}
        {run ? (
          <Text size="sm" c="dimmed">
            {t('The last one: {state} on {time} by {user}. {figures}', {
              state: run.state === 'running' ? '' : t(stateLabels[run.state]),
              time: run.ended_at ?? run.started_at,
              user: run.by,
              figures: figuresOf(run),
            })}
          </Text>
        ) : null}
      </Group>
    </Panel>
  );
};
