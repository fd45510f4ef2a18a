import { Skeleton } from '@mantine/core';
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { known } from '../text/text.ts';
import { TableFrame } from './table-frame.tsx';

export interface Column<Row> {
  key: string;
  /** A sentence marked with `msg` is translated here. */
  header: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** Figures are aligned right, PINs left. */
  align?: 'left' | 'right' | 'center';
  /** Least width in px. */
  minWidth?: number;
  /** Width in px, for tables whose columns all have one: they share what is left over, whatever the rows hold. */
  width?: number;
  /** Cuts longer text with an ellipsis, in px. */
  maxWidth?: number;
  /** Stays in view while the others scroll horizontally: at the start (one column) or at the end (the last column). */
  isPinned?: boolean | 'right';
}

export interface DataTableProps<Row> {
  /** The accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first rows load: skeleton rows are shown. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row, index: number) => string | number;
  /** Shown instead of rows where there are none. */
  empty: ReactNode;
  skeletonRows?: number;
  isStale?: boolean;
  density?: 'compact' | 'normal';
  toolbar?: ReactNode;
  footer?: ReactNode;
  maxHeight?: string;
  /** Opens a row, by click and by Enter. */
  onRowClick?: (row: Row, index: number) => void;
  isSelected?: (row: Row) => boolean;
}

const cut: CSSProperties = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };

const widths = ({ width, minWidth, maxWidth, isPinned }: Column<never>): CSSProperties => ({
  ...(width ? { width, ...cut } : {}),
  ...(minWidth ? { minWidth } : {}),
  // A long name must leave the other columns in sight: it is broken, wherever that is.
  ...(isPinned === true && !width
    ? { maxWidth: 'min(16rem, 40vw)', overflowWrap: 'anywhere' }
    : {}),
  ...(maxWidth ? { maxWidth, ...cut } : {}),
});

/** The fixed layout of a table whose columns all have a width. */
const layoutOf = <Row,>(columns: readonly Column<Row>[]): CSSProperties | undefined =>
  columns.every(({ width }) => width)
    ? {
        tableLayout: 'fixed',
        minWidth: columns.reduce((sum, { width = 0 }) => sum + width, 0),
      }
    : undefined;

/** A click on a link or button inside a row does not open the row. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label') !== null;

/** The attributes of a column's cells, in head and body. */
export const marks = <Row,>(column: Column<Row>) => ({
  'data-align': column.align,
  'data-pinned': column.isPinned || undefined,
  style: widths(column as Column<never>),
});

/** The headings of the columns. */
export const HeaderRow = <Row,>({ columns }: { columns: readonly Column<Row>[] }) => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th key={column.key} scope="col" {...marks(column)}>
          {typeof column.header === 'string' ? known(column.header) : column.header}
        </th>
      ))}
    </tr>
  </thead>
);

/** Placeholder rows while the first rows load. */
export const SkeletonRows = <Row,>({
  columns,
  rows,
}: {
  columns: readonly Column<Row>[];
  rows: number;
}) =>
  Array.from({ length: rows }, (_, row) => row).map((row) => (
    <tr key={row} aria-hidden>
      {columns.map((column, index) => (
        <td key={column.key} {...marks(column)}>
          <Skeleton height={14} width={`${50 + ((row * 13 + index * 29) % 45)}%`} my={3} />
        </td>
      ))}
    </tr>
  ));

/** A table of rows: sticky header, pinned first column, skeletons, empty state, rows that open. */
export const DataTable = <Row,>({
  label,
  columns,
  rows,
  rowKey,
  empty,
  skeletonRows = 10,
  density = 'normal',
  onRowClick,
  isSelected,
  ...frame
}: DataTableProps<Row>) => {
  const opening = (row: Row, index: number) =>
    onRowClick
      ? {
          'data-clickable': true,
          tabIndex: 0,
          onClick: (event: MouseEvent) => {
            if (!isControl(event.target)) onRowClick(row, index);
          },
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key === 'Enter' && event.target === event.currentTarget) {
              onRowClick(row, index);
            }
          },
        }
      : {};

  return (
    <TableFrame label={label} {...frame}>
      <table data-density={density} aria-busy={rows === undefined} style={layoutOf(columns)}>
        <HeaderRow columns={columns} />
        <tbody>
          {rows === undefined ? <SkeletonRows columns={columns} rows={skeletonRows} /> : null}
          {rows?.map((row, index) => (
            <tr key={rowKey(row, index)} aria-selected={isSelected?.(row)} {...opening(row, index)}>
              {columns.map((column) => (
                <td key={column.key} {...marks(column)}>
                  {column.cell(row, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows?.length === 0 ? empty : null}
    </TableFrame>
  );
};
