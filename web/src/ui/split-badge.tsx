import { CloseButton, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './split-badge.module.css';

interface SplitBadgeProps {
  name: string;
  /** Small beside the name, with what it means as a hint. */
  count?: { text: string; meaning: string } | undefined;
  openLabel: string;
  onOpen: () => void;
  removeLabel: string;
  onRemove: () => void;
}

/** A name that opens something, and a cross that removes it. */
export const SplitBadge = ({
  name,
  count,
  openLabel,
  onOpen,
  removeLabel,
  onRemove,
}: SplitBadgeProps) => (
  <span className={classes.badge}>
    <UnstyledButton data-dense className={classes.open} aria-label={openLabel} onClick={onOpen}>
      <bdi className={classes.name}>{name}</bdi>
      {count ? (
        <bdi className={classes.count} title={count.meaning}>
          {count.text}
        </bdi>
      ) : null}
    </UnstyledButton>
    <CloseButton data-dense size="sm" aria-label={removeLabel} onClick={onRemove} />
  </span>
);

/** Badges in a line that breaks. */
export const SplitBadges = ({ children }: { children: ReactNode }) => (
  <span className={classes.list}>{children}</span>
);
