import type { ReactNode } from 'react';
import classes from './field-list.module.css';

export interface Field {
  label: string;
  value: ReactNode;
}

/** Names and values, in two columns; an empty value is a dash. */
export const FieldList = ({ fields }: { fields: readonly Field[] }) => (
  <dl className={classes.list}>
    {fields.map(({ label, value }) => (
      <div key={label} className={classes.field}>
        <dt>{label}</dt>
        <dd>{value === '' || value === null || value === undefined ? '–' : value}</dd>
      </div>
    ))}
  </dl>
);
