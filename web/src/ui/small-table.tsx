import classes from './small-table.module.css';

interface SmallTableProps {
  /** The accessible name of the table. */
  label: string;
  headers: readonly [string, string];
  rows: readonly { key: string; cells: readonly [string, string] }[];
}

/** A table of two columns, the second one figures; it scrolls in its panel. */
export const SmallTable = ({ label, headers, rows }: SmallTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
  <section className={classes.table} aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">{headers[0]}</th>
          <th scope="col">{headers[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            <td>{cells[0]}</td>
            <td>{cells[1]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
