import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { type DataTableProps, HeaderRow, marks, SkeletonRows } from './data-table.tsx';
import { TableFrame } from './table-frame.tsx';

interface VirtualTableProps<Row>
  extends Omit<DataTableProps<Row>, 'onRowClick' | 'isSelected' | 'density'> {
  /** Height of an ordinary row in px; the real one is measured. */
  rowHeight?: number;
}

/** A table that renders only the visible rows, for unpaged lists of thousands. */
export const VirtualTable = <Row,>({
  label,
  columns,
  rows,
  rowKey,
  empty,
  skeletonRows = 10,
  rowHeight = 41,
  ...frame
}: VirtualTableProps<Row>) => {
  const scroller = useRef<HTMLElement>(null);
  const list = rows ?? [];
  const virtualizer = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rowKey(list[index] as Row, index),
    overscan: 12,
  });
  const inSight = virtualizer.getVirtualItems();
  const before = inSight[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (inSight.at(-1)?.end ?? 0);
  const gap = (height: number) =>
    height > 0 ? (
      <tr aria-hidden>
        <td colSpan={columns.length} style={{ height, padding: 0, border: 0 }} />
      </tr>
    ) : null;

  return (
    <TableFrame label={label} scroller={scroller} {...frame}>
      <table aria-busy={rows === undefined} aria-rowcount={list.length + 1}>
        <HeaderRow columns={columns} />
        <tbody>
          {rows === undefined ? <SkeletonRows columns={columns} rows={skeletonRows} /> : null}
          {gap(before)}
          {inSight.map(({ key, index }) => {
            const row = list[index] as Row;
            return (
              <tr
                key={key}
                data-index={index}
                ref={virtualizer.measureElement}
                aria-rowindex={index + 2}
              >
                {columns.map((column) => (
                  <td key={column.key} {...marks(column)}>
                    {column.cell(row, index)}
                  </td>
                ))}
              </tr>
            );
          })}
          {gap(after)}
        </tbody>
      </table>
      {rows?.length === 0 ? empty : null}
    </TableFrame>
  );
};
