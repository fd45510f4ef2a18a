import { CloseButton, UnstyledButton } from '@mantine/core';
import { IconFlagCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './split-badge.module.css';

interface SplitBadgeProps {
  name: string;
  /** Small text beside the name, with a tooltip. */
  count?: { text: string; meaning: string } | undefined;
  /** Marks the badge with a flag; says why. */
  mark?: string | undefined;
  openLabel: string;
  onOpen: () => void;
  removeLabel: string;
  /** Without it the badge only opens. */
  onRemove: (() => void) | undefined;
}

/** A badge of two buttons: the name opens, the cross removes. */
export const SplitBadge = ({
  name,
  count,
  mark,
  openLabel,
  onOpen,
  removeLabel,
  onRemove,
}: SplitBadgeProps) => (
  <span className={classes.badge}>
    <UnstyledButton data-dense className={classes.open} aria-label={openLabel} onClick={onOpen}>
      <bdi className={classes.name}>{name}</bdi>
      {mark ? (
        <span role="img" className={classes.mark} title={mark} aria-label={mark}>
          <IconFlagCheck size={14} stroke={2} />
        </span>
      ) : null}
      {count ? (
        <bdi className={classes.count} title={count.meaning}>
          {count.text}
        </bdi>
      ) : null}
    </UnstyledButton>
    {onRemove ? (
      <CloseButton data-dense size="sm" aria-label={removeLabel} onClick={onRemove} />
    ) : null}
  </span>
);

/** Badges in wrapping lines. */
export const SplitBadges = ({ children }: { children: ReactNode }) => (
  <span className={classes.list}>{children}</span>
);
