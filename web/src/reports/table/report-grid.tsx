import {
  type ListedReport,
  type PropertyReport,
  type RecordId,
  type ReportSort,
  type ReportTableView,
  sortColumns,
  usualSort,
} from '@survey/contract';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type CSSProperties, useMemo, useRef } from 'react';
import { t } from '../../text/text.ts';
import { isSameId } from '../report.api.ts';
import { fieldLabel } from '../report-fields.ts';
import type { Selection } from '../selection/use-selection.ts';
import { useMapsTemplate } from './coordinate-link.tsx';
import { columnMarks, type ReportActions } from './report-columns.tsx';
import classes from './report-grid.module.css';
import { columnStyle, ReportRow } from './report-row.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import {
  columnsOf,
  mayBeCut,
  type ReportField,
  resizeColumn,
  type ShownColumn,
  usualWidths,
} from './table-view.ts';
import { growthVariable, useColumnResize, widthVariable } from './use-column-resize.ts';
import { useOffScreenRowGroups } from './use-off-screen-row-groups.ts';

interface ReportGridProps extends ReportActions {
  rows: readonly ListedReport[] | undefined;
  view: ReportTableView;
  onView: (view: ReportTableView) => void;
  openId: RecordId | undefined;
  onOpen: (report: PropertyReport) => void;
  selection: Selection | undefined;
  /** Undefined where the rows have one order. */
  order: { sort: ReportSort | undefined } | undefined;
  onSort: (sort: ReportSort | undefined) => void;
}

/** The extra width of a bold letter, in px. */
const boldness = 0.5;

/** A click orders by the column, a second one the other way round, a third one as usual. */
const nextSort = (
  column: (typeof sortColumns)[number],
  sort: ReportSort,
): ReportSort | undefined => {
  const [first, second] = firstDescending.has(column)
    ? ([`-${column}`, column] as const)
    : ([column, `-${column}`] as const);
  if (sort === first) return second;
  return sort === second ? undefined : first;
};

/** Times and figures: the newest and the largest are looked for first. */
const firstDescending = new Set<string>([
  'capture_time',
  'submission_time',
  'land_area',
  'covered_area',
  'floors_num',
]);

interface HeadingProps extends Pick<ReportGridProps, 'rows' | 'selection' | 'order' | 'onSort'> {
  column: ShownColumn;
  onResizeStart: ReturnType<typeof useColumnResize>;
  onReset: () => void;
}

const Heading = ({
  column: { field, room },
  rows = [],
  selection,
  order,
  onSort,
  onResizeStart,
  onReset,
}: HeadingProps) => {
  const column = order && sortColumns.find((one) => one === field);
  const sort = order?.sort ?? usualSort;
  const direction = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none';
  const chosen = selection ? rows.filter(({ id }) => selection.has(id)).length : 0;
  const label = fieldLabel(field);
  const title = (
    <span
      className={classes.title}
      data-cut={mayBeCut(label, room - boldness * label.length) || undefined}
    >
      {label}
    </span>
  );
  const Arrow = direction === 'ascending' ? IconArrowUp : IconArrowDown;
  const content = column ? (
    <button
      type="button"
      data-dense
      className={classes.sort}
      title={t('Order by {column}', { column: label })}
      onClick={() => onSort(nextSort(column, sort))}
    >
      {title}
      {direction === 'none' ? null : <Arrow size={13} aria-hidden />}
    </button>
  ) : (
    title
  );
  return (
    <th
      scope="col"
      {...columnMarks(field)}
      className={classes.heading}
      style={columnStyle(field)}
      aria-label={label}
      aria-sort={column ? direction : undefined}
    >
      {field === 'pin' && selection ? (
        <span className={classes.pin}>
          <RowCheckbox
            label={t('Select this page')}
            isChecked={rows.length > 0 && chosen === rows.length}
            isPart={chosen > 0 && chosen < rows.length}
            onToggle={selection.togglePage}
          />
          {content}
        </span>
      ) : (
        content
      )}
      {/* The keyboard alternative is the columns panel. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden
        data-dense
        className={classes.handle}
        onPointerDown={(event) => onResizeStart(event, field)}
        onDoubleClick={onReset}
      />
    </th>
  );
};

/** The column widths as CSS variables of the table, so that a drag changes one variable and no cell. */
const widthsOf = ({ widths }: ReportTableView): CSSProperties =>
  Object.fromEntries([
    ...Object.entries({ ...usualWidths, ...widths }).map(([field, width]) => [
      widthVariable(field),
      `${width}px`,
    ]),
    ...Object.keys(widths).map((field) => [growthVariable(field), '0']),
  ]) as CSSProperties;

/** Rows of a group (`useOffScreenRowGroups`). */
const groupSize = 5;

const groupsOf = (rows: readonly ListedReport[]) =>
  Array.from({ length: Math.ceil(rows.length / groupSize) }, (_, group) => ({
    from: group * groupSize,
    reports: rows.slice(group * groupSize, (group + 1) * groupSize),
  }));

const skeletonRows = Array.from({ length: 10 }, (_, row) => row);

/** The table of 21 columns: with order, width and visibility of the view. */
export const ReportGrid = ({
  rows,
  view,
  onView,
  openId,
  selection,
  order,
  onSort,
  ...actions
}: ReportGridProps) => {
  const columns = useMemo(() => columnsOf(view), [view]);
  const mapsTemplate = useMapsTemplate();
  const onResizeStart = useColumnResize((field, width) =>
    onView(resizeColumn(view, field as ReportField, width)),
  );
  const widths = useMemo(() => widthsOf(view), [view]);

  const table = useRef<HTMLTableElement>(null);
  const groups = groupsOf(rows ?? []);
  useOffScreenRowGroups(table, groups.length);

  return (
    <table
      ref={table}
      className={classes.grid}
      data-density={view.density}
      aria-busy={rows === undefined}
      style={widths}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading
              key={column.field}
              column={column}
              rows={rows}
              selection={selection}
              order={order}
              onSort={onSort}
              onResizeStart={onResizeStart}
              onReset={() => onView(resizeColumn(view, column.field, undefined))}
            />
          ))}
        </tr>
      </thead>
      {groups.map(({ from, reports }) => (
        <tbody key={from}>
          {reports.map((report, place) => (
            <ReportRow
              // Keyed by position: another page reuses the row elements.
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no state of its report
              key={place}
              report={report}
              columns={columns}
              isOpen={isSameId(openId, report.id)}
              isChosen={selection?.has(report.id) ?? false}
              onToggle={selection?.toggle}
              mapsTemplate={mapsTemplate}
              {...actions}
            />
          ))}
        </tbody>
      ))}
      {rows ? null : (
        <tbody>
          {skeletonRows.map((row) => (
            <tr key={row} aria-hidden>
              {columns.map(({ field }, at) => (
                <td key={field} {...columnMarks(field)} style={columnStyle(field)}>
                  <span
                    className={classes.skeleton}
                    style={{ width: `${50 + ((row * 13 + at * 29) % 45)}%` }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      )}
    </table>
  );
};
