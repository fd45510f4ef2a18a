import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

/** Amber waits for someone, green is done, grey is neutral, red is harm. */
export type StatusTone = 'amber' | 'green' | 'grey' | 'red';

/** A state in one word: amber for 'sent back', green for 'surveyed'. Keeps its case. */
export const StatusBadge = ({ tone, children }: { tone: StatusTone; children: ReactNode }) => (
  <span className={`${classes.badge} ${classes[tone]}`}>{children}</span>
);
