import { Button, Group, Paper, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../text/text.ts';
import { formatShare } from './format.ts';

interface ProgressPanelProps {
  /** What is being done. */
  label: string;
  /** 0 to 100; undefined where the total is unknown. */
  percent: number | undefined;
  /** Figures: 'Processing X of Y records'. */
  detail?: ReactNode;
  onCancel?: (() => void) | undefined;
}

/** The progress of a long task, with a button to cancel it. */
export const ProgressPanel = ({ label, percent, detail, onCancel }: ProgressPanelProps) => (
  <Paper withBorder radius="lg" p="md">
    <Group justify="space-between" mb={8} wrap="nowrap">
      <div role="status">
        <Text fw={600}>{label}</Text>
        {detail ? (
          <Text component="div" size="sm" c="dimmed">
            {detail}
          </Text>
        ) : null}
      </div>
      <Group gap="sm" wrap="nowrap">
        {percent === undefined ? null : (
          <Text fw={600}>{formatShare(Math.round(percent), 100)}</Text>
        )}
        {onCancel ? (
          <Button size="xs" variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        ) : null}
      </Group>
    </Group>
    <Progress.Root size="lg" radius="sm">
      {/* ARIA: a progress bar without a value is indeterminate. */}
      <Progress.Section
        value={percent ?? 100}
        animated={percent === undefined}
        withAria={percent !== undefined}
        role="progressbar"
        aria-label={label}
      />
    </Progress.Root>
  </Paper>
);
