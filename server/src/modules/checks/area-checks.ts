// Checks that compare areas, floors and land type with each other and with those of other reports.
import type { ChecksOf } from './check-types.ts';
import type { Facts, Quartiles } from './facts.ts';

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The first of the two areas that lies outside the quartiles by more than `ranges` times the interquartile range. */
const beyond = (facts: Facts, ranges: number, least: number) => {
  const areas: [field: string, value: number | null, quartiles: Quartiles | null][] = [
    ['land_area', facts.landArea, facts.landQuartiles],
    ['covered_area', facts.coveredArea, facts.coveredQuartiles],
  ];
  for (const [field, value, quartiles] of areas) {
    if (value === null || !quartiles || quartiles.reports < least) continue;
    const reach = ranges * (quartiles.high - quartiles.low);
    const [low, high] = [quartiles.low - reach, quartiles.high + reach];
    // Where most areas are equal the interquartile range is 0, and every other area would be flagged.
    if (reach === 0 || (value >= low && value <= high)) continue;
    return {
      values: {
        field,
        value: rounded(value),
        land: facts.land,
        circle: facts.circle,
        reports: quartiles.reports,
        low: rounded(Math.max(0, low)),
        high: rounded(high),
      },
    };
  }
  return undefined;
};

export const areaChecks: ChecksOf<
  | 'covered-too-large'
  | 'floors-none'
  | 'area-zero'
  | 'land-changed'
  | 'value-unusual'
  | 'value-extreme'
> = {
  'covered-too-large': ({ landArea, coveredArea, floors, hasBasement }, { tolerance }) => {
    // A report without floors is left to `floors-none`.
    if (landArea === null || coveredArea === null || floors === null || floors === 0) {
      return undefined;
    }
    const most = landArea * (floors + (hasBasement ? 1 : 0));
    if (landArea === 0 || coveredArea <= most * (1 + tolerance / 100)) return undefined;
    return {
      values: {
        covered: rounded(coveredArea),
        most: rounded(most),
        land: rounded(landArea),
        floors,
      },
    };
  },
  'floors-none': ({ floors, hasBasement, coveredArea }) =>
    floors === 0 && !hasBasement && coveredArea !== null && coveredArea > 0
      ? { values: { covered: rounded(coveredArea) } }
      : undefined,
  'area-zero': ({ landArea, coveredArea, floors }) => {
    if (landArea === 0) return { values: { field: 'land_area' } };
    const isBuilt = floors !== null && floors > 0;
    return isBuilt && coveredArea === 0 ? { values: { field: 'covered_area' } } : undefined;
  },
  'land-changed': ({ land, earlier }) =>
    earlier && earlier.land !== land
      ? { values: { land, before: earlier.land, time: earlier.time }, counterpart: earlier.id }
      : undefined,
  'value-unusual': (facts, { ranges, least }) => beyond(facts, ranges, least),
  'value-extreme': (facts, { ranges, least }) => beyond(facts, ranges, least),
};
