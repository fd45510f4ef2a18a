import type { ReactNode } from 'react';
import classes from './bar-list.module.css';

interface BarRowProps {
  /** A link with `barName` as its class. */
  name: ReactNode;
  /** Length of the bar, 0 to 1. */
  share: number;
  figures: ReactNode;
  shareText: string;
}

/** The class of a name in a bar row: cut with an ellipsis. */
export const barName = classes.name ?? '';

/** A name, a bar, and what the bar says in figures. */
export const BarRow = ({ name, share, figures, shareText }: BarRowProps) => (
  <li className={classes.row}>
    {name}
    <span className={classes.bar} data-figure aria-hidden>
      <span style={{ width: `${Math.min(1, share) * 100}%` }} />
    </span>
    <span className={classes.figures}>{figures}</span>
    <span className={classes.share}>{shareText}</span>
  </li>
);

/** Rows with bars; scrolls by itself where they are many. */
export const BarList = ({ children }: { children: ReactNode }) => (
  <ul className={classes.list}>{children}</ul>
);
