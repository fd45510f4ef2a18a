import { t } from '../text/text.ts';
import { formatNumber } from '../ui/format.ts';
import { SplitBadge } from '../ui/split-badge.tsx';
import type { CircleOfUser } from './user-circles.api.ts';

interface CircleBadgeProps {
  username: string;
  circle: CircleOfUser;
  onOpen: () => void;
  /** Undefined where the user may not remove it. */
  onRemove: (() => void) | undefined;
}

/** A circle of a user, with its USED and all pins: opens the pins; the cross removes the circle. */
export const CircleBadge = ({ username, circle, onOpen, onRemove }: CircleBadgeProps) => (
  <SplitBadge
    name={circle.circle}
    count={
      circle.total === undefined
        ? undefined
        : {
            text: `${formatNumber(circle.used ?? 0)} / ${formatNumber(circle.total)}`,
            meaning: t('USED / all'),
          }
    }
    openLabel={t('Pins of {circle} for {username}', { circle: circle.circle, username })}
    onOpen={onOpen}
    removeLabel={t('Remove {circle} from {username}', { circle: circle.circle, username })}
    onRemove={onRemove}
    mark={
      circle.closed
        ? t('Nothing more here, says {username} ({time}): {reason}', {
            username,
            ...circle.closed,
            time: circle.closed.at,
          })
        : undefined
    }
  />
);
