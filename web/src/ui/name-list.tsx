import type { ReactNode } from 'react';
import classes from './name-list.module.css';

/** The class of a name in a name row: cut with an ellipsis. */
export const listedName = classes.name ?? '';

interface NameRowProps {
  /** A link with `listedName` as its class. */
  name: ReactNode;
  second: ReactNode;
  figure: ReactNode;
}

/** A name with a second line under it and a figure at the end. */
export const NameRow = ({ name, second, figure }: NameRowProps) => (
  <li className={classes.row}>
    {name}
    <span className={classes.second}>{second}</span>
    <span className={classes.figure}>{figure}</span>
  </li>
);

/** Names in their order. */
export const NameList = ({ children }: { children: ReactNode }) => (
  <ol className={classes.list}>{children}</ol>
);
