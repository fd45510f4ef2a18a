// The names of filters on chips and in the panel.
import {
  type AreaRange,
  areaNames,
  type CheckName,
  checkLabels,
  type ListLabel,
  type MarkLabel,
  type PhotoLabel,
  type ReportFilterName,
  type ResubmissionLabel,
  type ReviewState,
  type SeverityLabel,
  writeDay,
  writeRange,
} from '@survey/contract';
import { severityText } from '../../flags/flag-texts.ts';
import { known, msg, t } from '../../text/text.ts';
import { formatNumber } from '../../ui/format.ts';
import { withAreaUnit } from '../area-unit.ts';
import { stateLabels } from '../review/review-texts.ts';
import type { Filters } from './report-search.ts';

export const resubmissionText: Record<ResubmissionLabel, string> = {
  No: msg('No'),
  '0': msg('0 (surveyed again)'),
  '1': msg('1 (sent back)'),
};

export const listText: Record<ListLabel, string> = {
  on: msg("On the surveyor's list"),
  off: msg("Not on the surveyor's list"),
};

export const secondText: Record<MarkLabel, string> = {
  yes: msg('Second report'),
  no: msg('No second report'),
};

export const photoText: Record<PhotoLabel, string> = {
  yes: msg('With photo'),
  no: msg('Photo missing'),
  awaited: msg('Photo on its way'),
};

export const placeText: Record<MarkLabel, string> = {
  yes: msg('With place'),
  no: msg('Place missing'),
};

export const rangeText = ({ min, max }: AreaRange): string =>
  `${formatNumber(min)} – ${formatNumber(max)}`;

const filterLabels: Record<ReportFilterName, string> = {
  date: msg('Date'),
  date_from: msg('From'),
  date_to: msg('To'),
  username: msg('User'),
  land: msg('Land Type'),
  name: msg('Name'),
  pin: msg('PIN'),
  circle: msg('Circle'),
  basement: msg('Basement'),
  floors: msg('Floors'),
  land_area: msg('Land Area'),
  covered_area: msg('Covered Area'),
  resubmission: msg('Resubmission'),
  list: msg('On the list'),
  second: msg('Second report'),
  photo: msg('Photo'),
  place: msg('Place'),
  review: msg('Review'),
  flag: msg('Flag'),
  severity: msg('Severity'),
  box: msg('Map'),
};

export interface SetFilter {
  key: string;
  name: string;
  value: string;
  /** The filter without this value. */
  rest: Filters;
}

const readable = (name: ReportFilterName, value: unknown): string => {
  if (name === 'box') return t('the drawn area');
  if (typeof value === 'object' && value !== null) return rangeText(value as AreaRange);
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (name === 'resubmission') return t(resubmissionText[value as ResubmissionLabel]);
  if (name === 'flag') return known(checkLabels[value as CheckName]);
  if (name === 'severity') return t(severityText[value as SeverityLabel]);
  if (name === 'review') return t(stateLabels[value as ReviewState]);
  if (name === 'list') return value === 'on' ? t('Yes') : t('No');
  if (name === 'second' || name === 'photo' || name === 'place') {
    if (value === 'awaited') return t('on its way');
    return value === 'yes' ? t('Yes') : t('No');
  }
  if (name.startsWith('date')) return writeDay(String(value));
  return String(value);
};

const identity = (name: ReportFilterName, value: unknown): string =>
  typeof value === 'object' && value !== null && name !== 'box'
    ? writeRange(value as AreaRange)
    : String(value);

const isArea = (name: ReportFilterName): boolean => areaNames.some((area) => area === name);

/** The chips: every value that is set, each with the filters that remain without it. */
export const setFilters = (filters: Filters): SetFilter[] =>
  (Object.keys(filterLabels) as ReportFilterName[]).flatMap((name) => {
    const set = filters[name];
    const values: unknown[] = Array.isArray(set) ? set : set === undefined ? [] : [set];
    return values.map((value) => ({
      key: `${name}:${identity(name, value)}`,
      name: isArea(name) ? withAreaUnit(t(filterLabels[name])) : t(filterLabels[name]),
      value: readable(name, value),
      rest: {
        [name]: Array.isArray(set) ? values.filter((other) => other !== value) : undefined,
      } as Filters,
    }));
  });
