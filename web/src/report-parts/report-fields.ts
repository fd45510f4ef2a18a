// The 21 fields of a report as people read them.
import type { PropertyReport } from '@survey/contract';
import { formatNumber } from '../ui/format.ts';

export type ReportField = keyof PropertyReport;

export const fieldLabels: Record<ReportField, string> = {
  id: 'ID',
  username: 'Username',
  user_name: 'Name',
  user_phone: 'Phone',
  circle: 'Circle',
  pin: 'PIN',
  info: 'Info',
  floors_num: 'Floors',
  basement: 'Basement',
  Store_front: 'Store Front',
  land_area: 'Land Area',
  covered_area: 'Covered Area',
  land: 'Land Type',
  other: 'Other',
  comments: 'Comments',
  latitude: 'Latitude',
  longitude: 'Longitude',
  capture_time: 'Capture Time',
  submission_time: 'Submission Time',
  resubmission: 'Resubmission',
  picture_path: 'Photo',
};

/** How the details group them (look.md): place, building, areas, visit. The photo stands above. */
export const fieldGroups: { title: string; fields: ReportField[] }[] = [
  { title: 'Place', fields: ['pin', 'circle', 'latitude', 'longitude'] },
  {
    title: 'Building',
    fields: ['land', 'floors_num', 'basement', 'Store_front', 'info', 'other', 'comments'],
  },
  { title: 'Areas', fields: ['land_area', 'covered_area'] },
  {
    title: 'Visit',
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

/** A field as text; '' where there is nothing. Areas have thousands separators. */
export const fieldText = (report: PropertyReport, field: ReportField): string => {
  const value = report[field];
  if (field === 'resubmission') return value === null ? 'No' : String(value);
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number' && field.endsWith('_area')) return formatNumber(value);
  return String(value);
};
