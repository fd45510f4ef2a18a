import classes from './small-table.module.css';

interface SmallTableProps {
  /** Names the table to screen readers. */
  label: string;
  headers: readonly [string, string];
  rows: readonly { key: string; cells: readonly [string, string] }[];
}

/** Two columns of a panel, the second one figures; scrolls by itself. */
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
