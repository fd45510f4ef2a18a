// The colours of the map. White figures on each have a contrast of 4.5 : 1; the legend names them.
import {
  type MapColouring,
  mapAges,
  type ReportOptions,
  type ReviewState,
  reviewStates,
  type SeverityLabel,
  severityLabels,
} from '@survey/contract';
import type { ExpressionSpecification } from 'maplibre-gl';
import { severityText } from '../../flags/flag-texts.ts';
import { msg, t } from '../../text/text.ts';
import { stateLabels } from '../review/review-texts.ts';

const colours = [
  '#0b6e66',
  '#9a4600',
  '#5b3fa0',
  '#17508f',
  '#a61e4d',
  '#4a6300',
  '#6b4a12',
  '#8a2f86',
] as const;
export const otherColour = '#5a626d';

export const colouringLabels: Record<MapColouring, string> = {
  land: msg('Land Type'),
  username: msg('User'),
  resubmission: msg('Resubmission'),
  review: msg('Review'),
  flag: msg('Flag'),
  day: msg('Day'),
};

const ageLabels: Record<(typeof mapAges)[number], string> = {
  today: msg('Today'),
  week: msg('Last 7 days'),
  month: msg('Last 30 days'),
  older: msg('Older'),
};
const ageColours = ['#a61e4d', '#9a4600', '#17508f', otherColour];

const resubmissions = [
  ['No', msg('No'), colours[0]],
  ['0', msg('0 (surveyed again)'), colours[3]],
  ['1', msg('1 (sent back)'), colours[1]],
] as const;

/** Not looked at is grey; what somebody waits for is amber and red, as nowhere else. */
const stateColours: Record<ReviewState, string> = {
  new: otherColour,
  in_question: colours[1],
  sent_back: colours[4],
  accepted: colours[0],
  accepted_unseen: colours[3],
};

const severityColours: Record<SeverityLabel, string> = {
  critical: colours[4],
  warning: colours[1],
  hint: colours[3],
  none: otherColour,
};

export interface LegendEntry {
  value: string;
  label: string;
  colour: string;
}

const commonest = (values: readonly { value: string; label: string; count: number }[]) =>
  [...values]
    .sort((one, other) => other.count - one.count)
    .slice(0, colours.length)
    .map(({ value, label }, at) => ({ value, label, colour: colours[at] ?? otherColour }));

/** The values with a colour of their own: the most frequent ones. */
export const legendOf = (
  colouring: MapColouring,
  options: ReportOptions | undefined,
): LegendEntry[] => {
  if (colouring === 'day')
    return mapAges.map((value, at) => ({
      value,
      label: t(ageLabels[value]),
      colour: ageColours[at] ?? otherColour,
    }));
  if (colouring === 'resubmission')
    return resubmissions.map(([value, label, colour]) => ({ value, label: t(label), colour }));
  if (colouring === 'review')
    return reviewStates.map((value) => ({
      value,
      label: t(stateLabels[value]),
      colour: stateColours[value],
    }));
  if (colouring === 'flag')
    return severityLabels.map((value) => ({
      value,
      label: t(severityText[value]),
      colour: severityColours[value],
    }));
  if (colouring === 'land')
    return commonest((options?.land ?? []).map((land) => ({ ...land, label: land.value })));
  return commonest(
    (options?.users ?? []).map(({ username, name, count }) => ({
      value: username,
      label: name || username,
      count,
    })),
  );
};

/** The label of a feature's value; also of surveyors without a colour of their own. */
export const valueTexts = (
  colouring: MapColouring,
  legend: readonly LegendEntry[],
  options: ReportOptions | undefined,
): ((value: string) => string) => {
  const people = colouring === 'username' ? (options?.users ?? []) : [];
  const labels = new Map([
    ...people.map(({ username, name }) => [username, name || username] as const),
    ...legend.map(({ value, label }) => [value, label] as const),
  ]);
  return (value) => (value === '' ? t('No land type') : (labels.get(value) ?? value));
};

/** The colour of a feature as a MapLibre expression. */
export const colourExpression = (
  legend: readonly LegendEntry[],
): ExpressionSpecification | string =>
  legend.length === 0
    ? otherColour
    : ([
        'match',
        ['get', 'c'],
        ...legend.flatMap(({ value, colour }) => [value, colour]),
        otherColour,
      ] as unknown as ExpressionSpecification);
