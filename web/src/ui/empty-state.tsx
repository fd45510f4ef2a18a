import { Stack, Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** The words of spec 8 where it has them ('No pins found'). */
  title: string;
  /** What to do next. */
  hint?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
}

/** Shown instead of content: what is empty and what to do next. */
export const EmptyState = ({ title, hint, action, icon }: EmptyStateProps) => (
  <Stack align="center" gap={6} py={48} px="md" ta="center" role="status">
    <Text component="span" c="dimmed" aria-hidden lh={1}>
      {icon ?? <IconInbox size={32} stroke={1.4} />}
    </Text>
    <Text fw={600}>{title}</Text>
    {hint ? (
      <Text component="div" c="dimmed" maw={440}>
        {hint}
      </Text>
    ) : null}
    {action}
  </Stack>
);
