import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

/** Amber waits for someone, green is done, grey is neutral, red is harm. */
export type StatusTone = 'amber' | 'green' | 'grey' | 'red';

const colors = { amber: 'yellow', green: 'green', grey: 'gray', red: 'red' } as const;

/** A state in one word: amber for 'sent back', green for 'surveyed' (look.md). Keeps its case. */
export const StatusBadge = ({ tone, children }: { tone: StatusTone; children: ReactNode }) => (
  <Badge
    color={colors[tone]}
    variant="light"
    size="md"
    radius="sm"
    tt="none"
    fw={600}
    miw="max-content"
  >
    {children}
  </Badge>
);
