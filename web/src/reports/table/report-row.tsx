import type { ListedReport, PropertyReport, RecordId } from '@survey/contract';
import { type CSSProperties, memo } from 'react';
import { t } from '../../text/text.ts';
import { FlagMark, OffListMark, ResubmissionMark, SecondMark } from './report-badge.tsx';
import { columnMarks, type ReportActions, reportCell } from './report-columns.tsx';
import classes from './report-grid.module.css';
import { RowCheckbox } from './row-checkbox.tsx';
import { mayBeCut, type ReportField, type ShownColumn } from './table-view.ts';
import { growthVariable, widthVariable } from './use-column-resize.ts';

interface ReportRowProps extends ReportActions {
  report: ListedReport;
  columns: readonly ShownColumn[];
  isOpen: boolean;
  isChosen: boolean;
  onOpen: (report: PropertyReport) => void;
  /** Undefined where the backend has no actions on selections. */
  onToggle: ((id: RecordId | null, isRange: boolean) => void) | undefined;
  mapsTemplate: string | null;
}

const styles = new Map<string, CSSProperties>();

/** The column's width variable; columns that were not resized share the remaining width. */
export const columnStyle = (field: string): CSSProperties => {
  const known = styles.get(field);
  if (known) return known;
  const made = {
    width: `var(${widthVariable(field)})`,
    flexGrow: `var(${growthVariable(field)}, 1)`,
  };
  styles.set(field, made);
  return made;
};

/** Width of the mark beside a PIN with the gap before it, in px. */
const markWidth = 30;

/** True where the text may be too long for the column; photos never are. */
const isLong = (value: PropertyReport[ReportField], { field, room }: ShownColumn): boolean =>
  field !== 'picture_path' && mayBeCut(String(value ?? ''), room);

/** A click on a link, button or checkbox inside a row does not open the row. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label') !== null;

/** One report; memoized, because a page may have 200. */
export const ReportRow = memo(
  ({
    report,
    columns,
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
      {columns.map((column) => {
        const { field } = column;
        const isOffList = field === 'pin' && report.was_assigned === false;
        const isSecond = field === 'pin' && report.is_second === true;
        const flags = field === 'pin' ? (report.flags ?? []) : [];
        const isMarked =
          field === 'pin' && (report.resubmission === 0 || report.resubmission === 1);
        const marks =
          Number(isOffList) + Number(isSecond) + Number(isMarked) + Number(flags.length > 0);
        const room = column.room - marks * markWidth;
        const isCut = isLong(report[field], { field, room }) || undefined;
        return (
          <td key={field} {...columnMarks(field)} data-cut={isCut} style={columnStyle(field)}>
            {field === 'pin' && (onToggle || marks > 0) ? (
              <span className={classes.pin}>
                {onToggle ? (
                  <RowCheckbox
                    label={t('Select pin {pin}', { pin: report.pin })}
                    isChecked={isChosen}
                    onToggle={(isRange) => onToggle(report.id, isRange)}
                  />
                ) : null}
                <span data-cut={isCut}>{report.pin}</span>
                {isMarked ? <ResubmissionMark resubmission={report.resubmission} /> : null}
                {isOffList ? <OffListMark /> : null}
                {isSecond ? <SecondMark /> : null}
                {flags.length > 0 ? <FlagMark flags={flags} /> : null}
              </span>
            ) : (
              reportCell(report, field, { onPhoto, onSendBack, mapsTemplate })
            )}
          </td>
        );
      })}
    </tr>
  ),
);
