// How filters are called on chips and in the panel.
import {
  type AreaRange,
  type ReportFilterName,
  type ResubmissionLabel,
  writeDay,
  writeRange,
} from '@survey/contract';
import { formatNumber } from '../ui/format.ts';
import type { Filters } from './report-search.ts';

export const resubmissionText: Record<ResubmissionLabel, string> = {
  No: 'No',
  '0': '0 (surveyed again)',
  '1': '1 (sent back)',
};

export const rangeText = ({ min, max }: AreaRange): string =>
  `${formatNumber(min)} – ${formatNumber(max)}`;

const filterLabels: Record<ReportFilterName, string> = {
  date: 'Date',
  date_from: 'From',
  date_to: 'To',
  username: 'User',
  land: 'Land Type',
  name: 'Name',
  pin: 'PIN',
  circle: 'Circle',
  basement: 'Basement',
  floors: 'Floors',
  land_area: 'Land Area',
  covered_area: 'Covered Area',
  resubmission: 'Resubmission',
};

export interface SetFilter {
  key: string;
  name: string;
  value: string;
  /** The filter without this value. */
  rest: Filters;
}

const readable = (name: ReportFilterName, value: unknown): string => {
  if (typeof value === 'object' && value !== null) return rangeText(value as AreaRange);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (name === 'resubmission') return resubmissionText[value as ResubmissionLabel];
  if (name.startsWith('date')) return writeDay(String(value));
  return String(value);
};

const identity = (value: unknown): string =>
  typeof value === 'object' && value !== null ? writeRange(value as AreaRange) : String(value);

/** Every value that is set, each with what remains without it: the chips. */
export const setFilters = (filters: Filters): SetFilter[] =>
  (Object.keys(filterLabels) as ReportFilterName[]).flatMap((name) => {
    const set = filters[name];
    const values: unknown[] = Array.isArray(set) ? set : set === undefined ? [] : [set];
    return values.map((value) => ({
      key: `${name}:${identity(value)}`,
      name: filterLabels[name],
      value: readable(name, value),
      rest: {
        [name]: Array.isArray(set) ? values.filter((other) => other !== value) : undefined,
      } as Filters,
    }));
  });
