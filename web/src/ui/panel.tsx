import { Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface PanelProps {
  title: string;
  /** Right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled section of a page. */
export const Panel = ({ title, aside, children }: PanelProps) => (
  <Paper component="section" aria-label={title} withBorder radius="lg" p="md">
    <Group justify="space-between" mb="sm" gap="xs">
      <Text component="h2" fw={600} size="md">
        {title}
      </Text>
      {aside}
    </Group>
    {children}
  </Paper>
);
