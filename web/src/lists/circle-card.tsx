import { Button } from '@mantine/core';
import { msg, t } from '../text/text.ts';
import { Card } from '../ui/card-list.tsx';
import { formatNumber } from '../ui/format.ts';
import type { OfferedCircle } from './circles.api.ts';
import { useCardFocus } from './use-card-focus.ts';
import type { CircleOfUser } from './user-circles.api.ts';

export type CircleAction = 'add' | 'overwrite' | 'add-all' | 'unassign';

interface CircleCardProps {
  offered: OfferedCircle;
  /** The circle on the user's list; undefined where it is not assigned. */
  assigned: CircleOfUser | undefined;
  /** The action that runs on this card. */
  busy: CircleAction | undefined;
  isDisabled: boolean;
  onAction: (action: CircleAction) => void;
}

const buttons: { action: CircleAction; label: string; color?: string }[] = [
  { action: 'overwrite', label: msg('Overwrite') },
  { action: 'add-all', label: msg('Add All') },
  { action: 'unassign', label: msg('unassign'), color: 'red' },
];

const facts = ({ units }: OfferedCircle, assigned: CircleOfUser | undefined): string => {
  const parts =
    units === undefined
      ? []
      : [t('{count, plural, one {# unit} other {# units}}', { count: units })];
  if (assigned?.total !== undefined) {
    parts.push(
      t('on the list {used} USED of {total}', {
        used: formatNumber(assigned.used ?? 0),
        total: formatNumber(assigned.total),
      }),
    );
  }
  return parts.join(' · ');
};

/** One circle of the Manage Circles modal with the buttons that spec 2 names. */
export const CircleCard = ({ offered, assigned, busy, isDisabled, onAction }: CircleCardProps) => {
  const card = useCardFocus(busy !== undefined);
  const button = (action: CircleAction, label: string, color?: string) => (
    <Button
      key={action}
      data-dense
      size="compact-sm"
      variant={action === 'add' ? 'filled' : 'default'}
      {...(color && { color, variant: 'outline' })}
      aria-label={`${t(label)} ${offered.circle}`}
      loading={busy === action}
      disabled={isDisabled && busy !== action}
      onClick={() => onAction(action)}
    >
      {t(label)}
    </Button>
  );
  return (
    <Card
      ref={card}
      name={offered.circle}
      facts={facts(offered, assigned)}
      isMarked={assigned !== undefined}
      actions={
        assigned
          ? buttons.map(({ action, label, color }) => button(action, label, color))
          : button('add', msg('Add New'))
      }
    />
  );
};
