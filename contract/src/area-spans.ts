// Ranges of areas as comparisons `>` and `<=` that do not overlap.
import type { AreaRange } from './report-filters.ts';

/** The filters by area. */
export const areaNames = ['land_area', 'covered_area'] as const;
export type AreaName = (typeof areaNames)[number];

/** Areas above `after`, up to and including `max`. */
export interface Span {
  after: number;
  max: number;
}

/** A range from 0 includes 0, so it begins after the next number below 0. */
const spanOf = ({ min, max }: AreaRange): Span => ({
  after: min === 0 ? -Number.MIN_VALUE : min,
  max,
});

/**
 * The union of the ranges as spans that neither overlap nor touch: adjacent buckets become one span,
 * and no report is in two.
 */
export const disjointSpans = (ranges: readonly AreaRange[]): Span[] => {
  const spans: Span[] = [];
  for (const span of ranges.map(spanOf).sort((one, other) => one.after - other.after)) {
    const last = spans.at(-1);
    if (last && span.after <= last.max) last.max = Math.max(last.max, span.max);
    else spans.push(span);
  }
  return spans;
};
