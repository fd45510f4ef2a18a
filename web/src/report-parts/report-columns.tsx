// The 21 columns of the table, in the contract's order; the PIN stands first and stays.
import { ActionIcon, Tooltip } from '@mantine/core';
import { type PropertyReport, reportColumns, reportTextColumns } from '@survey/contract';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Column } from '../ui/data-table.tsx';
import { CoordinateLink } from './coordinate-link.tsx';
import { ReportBadge } from './report-badge.tsx';
import classes from './report-columns.module.css';
import { fieldLabels, fieldText, type ReportField } from './report-fields.ts';
import { Thumbnail } from './thumbnail.tsx';

export interface ReportActions {
  onPhoto: (report: PropertyReport) => void;
  onSendBack: (report: PropertyReport) => void;
}

const SendBackButton = ({ report, onSendBack }: { report: PropertyReport } & ReportActions) => {
  const isWaiting = report.resubmission === 1;
  const label = isWaiting ? 'Sent back, waits to be surveyed again' : 'Request resubmission';
  return (
    <Tooltip label={label}>
      <ActionIcon
        data-dense
        aria-label={`${label}: pin ${report.pin}`}
        aria-disabled={isWaiting}
        {...(isWaiting ? { 'data-disabled': true } : {})}
        onClick={() => {
          if (!isWaiting) onSendBack(report);
        }}
      >
        <IconRefresh size={16} />
      </ActionIcon>
    </Tooltip>
  );
};

const cellOf = (field: ReportField, report: PropertyReport, actions: ReportActions): ReactNode => {
  if (field === 'latitude' || field === 'longitude') {
    return <CoordinateLink report={report} field={field} />;
  }
  if (field === 'resubmission') {
    return (
      <span className={classes.resubmission}>
        <span>{fieldText(report, field)}</span>
        <ReportBadge resubmission={report.resubmission} />
      </span>
    );
  }
  if (field === 'picture_path') {
    return (
      <span className={classes.photo}>
        <Thumbnail
          picturePath={report.picture_path}
          pin={report.pin}
          onOpen={() => actions.onPhoto(report)}
        />
        {report.picture_path ? <SendBackButton report={report} {...actions} /> : null}
      </span>
    );
  }
  return (
    <span className={includes(texts, field) ? undefined : classes.oneLine}>
      {fieldText(report, field)}
    </span>
  );
};

const figures = ['floors_num', 'land_area', 'covered_area'] as const satisfies ReportField[];
/** May be long; the whole text stands in the details. */
const texts = reportTextColumns.filter((field) => field !== 'pin');
const includes = (fields: readonly ReportField[], field: ReportField) => fields.includes(field);

const columnOf = (field: ReportField, actions: ReportActions): Column<PropertyReport> => ({
  key: field,
  header: fieldLabels[field],
  cell: (report) => cellOf(field, report, actions),
  ...(includes(figures, field) ? { align: 'right' } : {}),
  ...(includes(texts, field) ? { maxWidth: 220 } : {}),
  ...(field === 'pin' ? { isPinned: true } : {}),
  ...(field === 'picture_path' ? { isPinned: 'right' } : {}),
});

/** PIN first, because it stays while the others scroll; the photo last, which stays at the right. */
export const columnOrder: readonly ReportField[] = [
  'pin',
  ...reportColumns.filter((field) => field !== 'pin'),
];

/** The columns to show; the PIN cannot be hidden. */
export const reportTableColumns = (
  hidden: readonly string[],
  actions: ReportActions,
): Column<PropertyReport>[] =>
  columnOrder
    .filter((field) => field === 'pin' || !hidden.includes(field))
    .map((field) => columnOf(field, actions));
