import type { PropertyReport } from '@survey/contract';
import { type CSSProperties, memo } from 'react';
import { t } from '../text/text.ts';
import { columnMarks, type ReportActions, reportCell } from './report-columns.tsx';
import classes from './report-grid.module.css';
import { RowCheckbox } from './row-checkbox.tsx';
import type { ReportField } from './table-view.ts';
import { widthVariable } from './use-column-resize.ts';

interface ReportRowProps extends ReportActions {
  report: PropertyReport;
  fields: readonly ReportField[];
  isOpen: boolean;
  isChosen: boolean;
  onOpen: (report: PropertyReport) => void;
  /** Absent where nothing can be done with a selection. */
  onToggle: ((id: number, isRange: boolean) => void) | undefined;
  mapsTemplate: string | null;
}

const widths = new Map<string, CSSProperties>();

/** The width that the table holds for the column, where it was resized. */
export const columnStyle = (field: string): CSSProperties => {
  const known = widths.get(field);
  if (known) return known;
  const made = { '--column-width': `var(${widthVariable(field)})` } as CSSProperties;
  widths.set(field, made);
  return made;
};

/** Links, buttons and boxes inside a row do their own work and do not open it. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label') !== null;

/** One report; drawn anew only where something about it changes, because a page may have 200. */
export const ReportRow = memo(
  ({
    report,
    fields,
    isOpen,
    isChosen,
    onOpen,
    onToggle,
    onPhoto,
    onSendBack,
    mapsTemplate,
  }: ReportRowProps) => (
    <tr
      data-clickable
      data-chosen={isChosen || undefined}
      aria-selected={isOpen || isChosen}
      tabIndex={0}
      onClick={(event) => {
        if (!isControl(event.target)) onOpen(report);
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === 'Enter') onOpen(report);
        if (event.key === 'x' && onToggle && !event.ctrlKey && !event.metaKey) {
          onToggle(report.id, event.shiftKey);
        }
      }}
    >
      {fields.map((field) => (
        <td key={field} {...columnMarks(field)} style={columnStyle(field)}>
          {field === 'pin' && onToggle ? (
            <span className={classes.pin}>
              <RowCheckbox
                label={t('Select pin {pin}', { pin: report.pin })}
                isChecked={isChosen}
                onToggle={(isRange) => onToggle(report.id, isRange)}
              />
              {reportCell(report, field, { onPhoto, onSendBack, mapsTemplate })}
            </span>
          ) : (
            reportCell(report, field, { onPhoto, onSendBack, mapsTemplate })
          )}
        </td>
      ))}
    </tr>
  ),
);
