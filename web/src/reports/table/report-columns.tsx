// The cells of the 21 columns.
import type { ListedReport, PropertyReport } from '@survey/contract';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../text/text.ts';
import { fieldText } from '../report-fields.ts';
import { CoordinateLink } from './coordinate-link.tsx';
import { ReportBadge } from './report-badge.tsx';
import classes from './report-columns.module.css';
import type { ReportField } from './table-view.ts';
import { Thumbnail } from './thumbnail.tsx';

export interface ReportActions {
  onPhoto: (report: PropertyReport) => void;
  /** Undefined where the user may not send reports back. */
  onSendBack: ((report: PropertyReport) => void) | undefined;
}

interface SendBackButtonProps {
  report: PropertyReport;
  onSendBack: (report: PropertyReport) => void;
}

const SendBackButton = ({ report, onSendBack }: SendBackButtonProps) => {
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

interface ColumnMarks {
  'data-align'?: string;
  'data-pinned'?: boolean | string;
  'data-link'?: boolean;
}

const marks: Partial<Record<ReportField, ColumnMarks>> = {
  floors_num: { 'data-align': 'right' },
  land_area: { 'data-align': 'right' },
  covered_area: { 'data-align': 'right' },
  latitude: { 'data-link': true },
  longitude: { 'data-link': true },
  pin: { 'data-pinned': true },
  picture_path: { 'data-pinned': 'right' },
};

/** The attributes of a column's cells, in head and body. */
export const columnMarks = (field: ReportField): ColumnMarks | undefined => marks[field];

/** The content of a cell. */
export const reportCell = (
  report: ListedReport,
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
        <ReportBadge resubmission={report.resubmission} review={report.review} />
      </span>
    );
  }
  if (field === 'picture_path') {
    return (
      <span className={classes.photo}>
        <Thumbnail
          picturePath={report.picture_path}
          pin={report.pin}
          isAwaited={report.photo_awaited}
          onOpen={() => actions.onPhoto(report)}
        />
        {report.picture_path && actions.onSendBack ? (
          <SendBackButton report={report} onSendBack={actions.onSendBack} />
        ) : null}
      </span>
    );
  }
  return fieldText(report, field);
};
