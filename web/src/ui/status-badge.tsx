import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

/** Amber: pending. Green: done. Grey: neutral. Red: blocked or failed. */
export type StatusTone = 'amber' | 'green' | 'grey' | 'red';

/** A state in one word: amber for 'sent back', green for 'surveyed'. The text is not capitalised. */
export const StatusBadge = ({ tone, children }: { tone: StatusTone; children: ReactNode }) => (
  <span className={`${classes.badge} ${classes[tone]}`}>{children}</span>
);
