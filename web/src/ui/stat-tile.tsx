import { Paper, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from './format.ts';
import classes from './stat-tile.module.css';

interface StatTileProps {
  label: string;
  /** Undefined while loading. */
  value: number | undefined;
  hint?: ReactNode;
  icon?: ReactNode;
}

/** One figure with its name. */
export const StatTile = ({ label, value, hint, icon }: StatTileProps) => (
  <Paper component="section" aria-label={label} withBorder p="md" radius="lg">
    <div className={classes.head}>
      <Text component="h2" className={classes.label}>
        {label}
      </Text>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
    </div>
    {value === undefined ? (
      <Skeleton height={32} width={110} mt={8} />
    ) : (
      <div className={classes.value}>{formatNumber(value)}</div>
    )}
    {hint ? <div className={classes.hint}>{hint}</div> : null}
  </Paper>
);
