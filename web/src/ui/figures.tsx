import type { ReactNode } from 'react';
import classes from './figures.module.css';

interface Figure {
  label: string;
  value: ReactNode;
  /** Small text beside the value: a day, a unit. */
  beside?: string | undefined;
}

/** A few large figures side by side. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={classes.figures}>
    {figures.map(({ label, value, beside }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <bdi>{value}</bdi> {beside ? <bdi className={classes.when}>{beside}</bdi> : null}
        </dd>
      </div>
    ))}
  </dl>
);
