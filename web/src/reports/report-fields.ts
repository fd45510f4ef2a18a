// Labels, groups and texts of the 21 fields of a report.
import type { PropertyReport } from '@survey/contract';
import { asWritten } from '../api/lenient.ts';
import { msg, t } from '../text/text.ts';
import { formatNumber } from '../ui/format.ts';
import { withAreaUnit } from './area-unit.ts';
import type { ReportField } from './table/table-view.ts';

const fieldLabels: Record<ReportField, string> = {
  id: msg('ID'),
  username: msg('Username'),
  user_name: msg('Name'),
  user_phone: msg('Phone'),
  circle: msg('Circle'),
  pin: msg('PIN'),
  info: msg('Info'),
  floors_num: msg('Floors'),
  basement: msg('Basement'),
  Store_front: msg('Store Front'),
  land_area: msg('Land Area'),
  covered_area: msg('Covered Area'),
  land: msg('Land Type'),
  other: msg('Other'),
  comments: msg('Comments'),
  latitude: msg('Latitude'),
  longitude: msg('Longitude'),
  capture_time: msg('Capture Time'),
  submission_time: msg('Submission Time'),
  resubmission: msg('Resubmission'),
  picture_path: msg('Photo'),
};

/** The label of a field, areas with their unit where the operation names it. */
export const fieldLabel = (field: ReportField): string =>
  field === 'land_area' || field === 'covered_area'
    ? withAreaUnit(t(fieldLabels[field]))
    : t(fieldLabels[field]);

/** The groups of the details: place, building, areas, visit. The photo is above them. */
export const fieldGroups: { title: string; fields: ReportField[] }[] = [
  { title: msg('Place'), fields: ['pin', 'circle', 'latitude', 'longitude'] },
  {
    title: msg('Building'),
    fields: ['land', 'floors_num', 'basement', 'Store_front', 'info', 'other', 'comments'],
  },
  { title: msg('Areas'), fields: ['land_area', 'covered_area'] },
  {
    title: msg('Visit'),
    fields: [
      'capture_time',
      'submission_time',
      'username',
      'user_name',
      'user_phone',
      'resubmission',
      'id',
    ],
  },
];

/** A field as text; '' for null. Areas have thousands separators; what is no figure stands as it came. */
export const fieldText = (report: PropertyReport, field: ReportField): string => {
  const written = asWritten(report, field);
  if (written !== undefined) return written;
  const value = report[field];
  if (field === 'resubmission') return value === null ? t('No') : String(value);
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (typeof value === 'number' && field.endsWith('_area')) return formatNumber(value);
  return String(value);
};
