import { Button, Highlight } from '@mantine/core';
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
  /** The usernames of others who have it; empty where the backend does not answer them with the users. */
  others: readonly string[];
  /** What the search matched, to be marked in the name. */
  search: string;
  /** The action that runs on this card. */
  busy: CircleAction | undefined;
  isDisabled: boolean;
  onAction: (action: CircleAction) => void;
}

const buttons: { action: CircleAction; label: string }[] = [
  { action: 'overwrite', label: msg('Overwrite') },
  { action: 'add-all', label: msg('Add All') },
  { action: 'unassign', label: msg('unassign') },
];

/** Red: Overwrite starts every USED pin over, unassign takes all away. */
const isHarmful = (action: CircleAction, assigned: CircleOfUser | undefined): boolean =>
  action === 'unassign' || (action === 'overwrite' && assigned?.used !== 0);

/** What the actions of an assigned circle do (R11). */
export const actionTexts = [
  { label: msg('Add New'), text: msg('gives the circle to the user, with all its units.') },
  { label: msg('Add All'), text: msg('adds units that are missing; statuses stay.') },
  {
    label: msg('Overwrite'),
    text: msg('makes the list the uploaded units, all NotUsed: USED pins start over.'),
  },
  { label: msg('unassign'), text: msg('takes the circle and its pins off the list.') },
];

/** Most names of other users on a card. */
const namedOthers = 3;

const othersText = (others: readonly string[]): string => {
  if (others.length === 0) return '';
  const names = others.slice(0, namedOthers).join(', ');
  const rest = others.length - namedOthers;
  return rest > 0
    ? t('also with {names} and {count} more', { names, count: formatNumber(rest) })
    : t('also with {names}', { names });
};

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
export const CircleCard = ({
  offered,
  assigned,
  others,
  search,
  busy,
  isDisabled,
  onAction,
}: CircleCardProps) => {
  const card = useCardFocus(busy !== undefined);
  const button = (action: CircleAction, label: string) => (
    <Button
      key={action}
      data-dense
      size="compact-sm"
      variant={action === 'add' ? 'filled' : 'default'}
      {...(isHarmful(action, assigned) && { color: 'red', variant: 'outline' })}
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
      name={
        <Highlight component="span" inherit highlight={search}>
          {offered.circle}
        </Highlight>
      }
      facts={[facts(offered, assigned), othersText(others)].filter(Boolean).join(' · ')}
      isMarked={assigned !== undefined}
      actions={
        assigned
          ? buttons.map(({ action, label }) => button(action, label))
          : button('add', msg('Add New'))
      }
    />
  );
};
