import { CloseButton, UnstyledButton } from '@mantine/core';
import type { CircleOfUser } from '../../api/user-circles.ts';
import { formatNumber } from '../../ui/format.ts';
import classes from './circle-badge.module.css';

interface CircleBadgeProps {
  username: string;
  circle: CircleOfUser;
  onOpen: () => void;
  onRemove: () => void;
}

/** A circle of a user: opens its pins; the cross removes it. Used and all pins stand beside the name. */
export const CircleBadge = ({ username, circle, onOpen, onRemove }: CircleBadgeProps) => (
  <span className={classes.badge}>
    <UnstyledButton
      data-dense
      className={classes.open}
      aria-label={`Pins of ${circle.circle} for ${username}`}
      onClick={onOpen}
    >
      <bdi className={classes.name}>{circle.circle}</bdi>
      {circle.total === undefined ? null : (
        <span className={classes.count} title="USED / all">
          {formatNumber(circle.used ?? 0)} / {formatNumber(circle.total)}
        </span>
      )}
    </UnstyledButton>
    <CloseButton
      data-dense
      size="sm"
      aria-label={`Remove ${circle.circle} from ${username}`}
      onClick={onRemove}
    />
  </span>
);
