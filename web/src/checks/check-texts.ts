// Words of the rules page.
import { type CheckSubject, checkRow, type ParameterUnit, type Rule } from '@survey/contract';
import { known, msg, t } from '../text/text.ts';
import { formatNumber, formatShare } from '../ui/format.ts';

export const subjectLabels: Record<CheckSubject, string> = {
  photo: msg('Photo'),
  place: msg('Place'),
  visit: msg('Visit'),
  areas: msg('Areas'),
  land: msg('Land Type'),
  list: msg('List'),
};

/** In the order of the page. */
export const subjects = Object.keys(subjectLabels) as CheckSubject[];

export const unitLabels: Record<ParameterUnit, string> = {
  m: msg('m'),
  'km/h': msg('km/h'),
  s: msg('s'),
  min: msg('min'),
  hour: msg("o'clock"),
  days: msg('days'),
  '%': msg('%'),
  reports: msg('reports'),
  decimals: msg('decimals'),
  px: msg('px'),
  level: msg('of 255'),
  bits: msg('of 64 bits'),
  times: msg('times'),
  points: msg('points'),
};

/** A parameter with its value: "Faster than: 80 km/h". */
export const parameterTexts = ({ check, parameters }: Pick<Rule, 'check' | 'parameters'>) =>
  Object.entries(checkRow(check).parameters).map(
    ([name, { label, unit, default: given }]) =>
      `${known(label)}: ${formatNumber(parameters[name] ?? given)} ${t(unitLabels[unit])}`,
  );

/** How often the rule was right, of the flags that somebody judged. */
export const precisionText = ({ precision }: Pick<Rule, 'precision'>): string => {
  const { confirmed, accepted, dismissed, open, flags } = precision;
  if (flags === 0) return t('No flags in the last 90 days');
  const judged = confirmed + accepted + dismissed;
  if (judged === 0) {
    return t('{open, plural, one {# flag, not judged yet} other {# flags, none judged yet}}', {
      open,
    });
  }
  return t('{share} confirmed of {judged}, {open} open', {
    share: formatShare(confirmed, judged),
    judged: formatNumber(judged),
    open: formatNumber(open),
  });
};
