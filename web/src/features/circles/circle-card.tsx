import { Button, Group, Text } from '@mantine/core';
import type { CircleOfUser } from '../../api/user-circles.ts';
import { formatCount, formatNumber } from '../../ui/format.ts';
import classes from './circle-card.module.css';
import type { OfferedCircle } from './circles.api.ts';

export type CircleAction = 'add' | 'overwrite' | 'add-all' | 'unassign';

interface CircleCardProps {
  offered: OfferedCircle;
  /** The circle on the user's list; undefined where it is not assigned. */
  assigned: CircleOfUser | undefined;
  /** The action under way on this card. */
  busy: CircleAction | undefined;
  isDisabled: boolean;
  onAction: (action: CircleAction) => void;
}

const buttons: { action: CircleAction; label: string; color?: string }[] = [
  { action: 'overwrite', label: 'Overwrite' },
  { action: 'add-all', label: 'Add All' },
  { action: 'unassign', label: 'unassign', color: 'red' },
];

const facts = ({ units }: OfferedCircle, assigned: CircleOfUser | undefined): string => {
  const parts = units === undefined ? [] : [formatCount(units, 'unit')];
  if (assigned?.total !== undefined) {
    parts.push(
      `on the list ${formatNumber(assigned.used ?? 0)} USED of ${formatNumber(assigned.total)}`,
    );
  }
  return parts.join(' · ');
};

/** One circle of the Manage Circles modal with the buttons that section 2 names. */
export const CircleCard = ({ offered, assigned, busy, isDisabled, onAction }: CircleCardProps) => {
  const button = (action: CircleAction, label: string, color?: string) => (
    <Button
      key={action}
      data-dense
      size="compact-sm"
      variant={action === 'add' ? 'filled' : 'default'}
      {...(color && { color, variant: 'outline' })}
      aria-label={`${label} ${offered.circle}`}
      loading={busy === action}
      disabled={isDisabled && busy !== action}
      onClick={() => onAction(action)}
    >
      {label}
    </Button>
  );
  return (
    <li className={classes.card} data-assigned={assigned ? true : undefined}>
      <div>
        <bdi className={classes.name}>{offered.circle}</bdi>
        <Text size="xs" c="dimmed">
          {facts(offered, assigned)}
        </Text>
      </div>
      <Group gap={6}>
        {assigned
          ? buttons.map(({ action, label, color }) => button(action, label, color))
          : button('add', 'Add New')}
      </Group>
    </li>
  );
};
