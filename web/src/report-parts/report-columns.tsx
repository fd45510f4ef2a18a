// How each of the 21 columns is drawn.
import { type PropertyReport, reportTextColumns } from '@survey/contract';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../text/text.ts';
import { CoordinateLink } from './coordinate-link.tsx';
import { ReportBadge } from './report-badge.tsx';
import classes from './report-columns.module.css';
import { fieldText } from './report-fields.ts';
import type { ReportField } from './table-view.ts';
import { Thumbnail } from './thumbnail.tsx';

export interface ReportActions {
  onPhoto: (report: PropertyReport) => void;
  onSendBack: (report: PropertyReport) => void;
}

const SendBackButton = ({ report, onSendBack }: { report: PropertyReport } & ReportActions) => {
  const isWaiting = report.resubmission === 1;
  const label = isWaiting ? t('Sent back, waits to be surveyed again') : t('Request resubmission');
  return (
    <button
      type="button"
      data-dense
      className={classes.sendBack}
      title={label}
      aria-label={t('{action}: pin {pin}', { action: label, pin: report.pin })}
      aria-disabled={isWaiting}
      onClick={() => {
        if (!isWaiting) onSendBack(report);
      }}
    >
      <IconRefresh size={16} />
    </button>
  );
};

const figures: readonly ReportField[] = ['floors_num', 'land_area', 'covered_area'];
/** May be long; the whole text stands in the details. */
const texts: readonly ReportField[] = reportTextColumns.filter((field) => field !== 'pin');

/** What a cell of the column is marked with, heading and body alike. */
export const columnMarks = (field: ReportField) => ({
  'data-field': field,
  ...(figures.includes(field) ? { 'data-align': 'right' } : {}),
  ...(texts.includes(field) ? { 'data-cut': true } : {}),
  ...(field === 'pin' ? { 'data-pinned': true } : {}),
  ...(field === 'picture_path' ? { 'data-pinned': 'right' } : {}),
});

/** The content of a cell. */
export const reportCell = (
  report: PropertyReport,
  field: ReportField,
  { mapsTemplate, ...actions }: ReportActions & { mapsTemplate: string | null },
): ReactNode => {
  if (field === 'latitude' || field === 'longitude') {
    return <CoordinateLink report={report} field={field} mapsTemplate={mapsTemplate} />;
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
  return fieldText(report, field);
};
