import { Group, Text } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import classes from './card-list.module.css';

interface CardProps {
  name: ReactNode;
  facts: string;
  /** True where the thing is chosen already. */
  isMarked: boolean;
  actions: ReactNode;
  ref?: Ref<HTMLLIElement>;
}

/** A name, a few facts and buttons. */
export const Card = ({ name, facts, isMarked, actions, ref }: CardProps) => (
  <li ref={ref} tabIndex={-1} className={classes.card} data-assigned={isMarked || undefined}>
    <div>
      <bdi className={classes.name}>{name}</bdi>
      <Text size="xs" c="dimmed">
        {facts}
      </Text>
    </div>
    <Group gap={6}>{actions}</Group>
  </li>
);

/** Cards in as many columns as there is room for; fast with five hundred. */
export const CardList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={classes.cards} aria-label={label}>
    {children}
  </ul>
);
