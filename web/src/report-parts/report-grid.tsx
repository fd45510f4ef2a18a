import type { PropertyReport, ReportTableView } from '@survey/contract';
import { type CSSProperties, useMemo } from 'react';
import { t } from '../text/text.ts';
import { useMapsTemplate } from './coordinate-link.tsx';
import { columnMarks, type ReportActions } from './report-columns.tsx';
import { fieldLabels } from './report-fields.ts';
import classes from './report-grid.module.css';
import { columnStyle, ReportRow } from './report-row.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { type ReportField, resizeColumn, shownColumns } from './table-view.ts';
import { useColumnResize, widthVariable } from './use-column-resize.ts';
import type { Selection } from './use-selection.ts';

interface ReportGridProps extends ReportActions {
  rows: readonly PropertyReport[] | undefined;
  view: ReportTableView;
  onView: (view: ReportTableView) => void;
  openId: number | undefined;
  onOpen: (report: PropertyReport) => void;
  selection: Selection | undefined;
}

interface HeadingProps extends Pick<ReportGridProps, 'rows' | 'selection'> {
  field: ReportField;
  onResizeStart: ReturnType<typeof useColumnResize>;
  onReset: () => void;
}

const Heading = ({ field, rows = [], selection, onResizeStart, onReset }: HeadingProps) => {
  const chosen = selection ? rows.filter(({ id }) => selection.has(id)).length : 0;
  const title = <span className={classes.title}>{t(fieldLabels[field])}</span>;
  return (
    <th
      scope="col"
      {...columnMarks(field)}
      className={classes.heading}
      style={columnStyle(field)}
      aria-label={t(fieldLabels[field])}
    >
      {field === 'pin' && selection ? (
        <span className={classes.pin}>
          <RowCheckbox
            label={t('Select this page')}
            isChecked={rows.length > 0 && chosen === rows.length}
            isPart={chosen > 0 && chosen < rows.length}
            onToggle={selection.togglePage}
          />
          {title}
        </span>
      ) : (
        title
      )}
      {/* By keyboard the width is set in the list of columns. */}
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

const skeletonRows = Array.from({ length: 10 }, (_, row) => row);

/** The table of 21 columns: order, width and visibility as the view says. */
export const ReportGrid = ({
  rows,
  view,
  onView,
  openId,
  selection,
  ...actions
}: ReportGridProps) => {
  const fields = useMemo(() => shownColumns(view), [view]);
  const mapsTemplate = useMapsTemplate();
  const onResizeStart = useColumnResize((field, width) =>
    onView(resizeColumn(view, field as ReportField, width)),
  );
  const widths = Object.fromEntries(
    Object.entries(view.widths).map(([field, width]) => [widthVariable(field), `${width}px`]),
  ) as CSSProperties;

  return (
    <table
      className={classes.grid}
      data-density={view.density}
      aria-busy={rows === undefined}
      style={widths}
    >
      <thead>
        <tr>
          {fields.map((field) => (
            <Heading
              key={field}
              field={field}
              rows={rows}
              selection={selection}
              onResizeStart={onResizeStart}
              onReset={() => onView(resizeColumn(view, field, undefined))}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows?.map((report) => (
          <ReportRow
            key={report.id}
            report={report}
            fields={fields}
            isOpen={report.id === openId}
            isChosen={selection?.has(report.id) ?? false}
            onToggle={selection?.toggle}
            mapsTemplate={mapsTemplate}
            {...actions}
          />
        )) ??
          skeletonRows.map((row) => (
            <tr key={row} aria-hidden>
              {fields.map((field, at) => (
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
    </table>
  );
};
