// The filters of the contract over records in memory, for /sreport and for backends without filters.
import {
  circleKey,
  type FilterKeys,
  type PropertyReport,
  parseDay,
  pinKey,
  reportMatcher,
} from '@survey/contract';
import type { Filters } from './report-search.ts';

const indexes = new WeakMap<readonly PropertyReport[], readonly FilterKeys[]>();

/** Memoizes a function of text: days and circles repeat in thousands of records. */
const once = (work: (text: string) => string): ((text: string) => string) => {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = work(text);
    known.set(text, made);
    return made;
  };
};

const indexOf = (reports: readonly PropertyReport[]): readonly FilterKeys[] => {
  const known = indexes.get(reports);
  if (known) return known;
  const dayOf = once((written) => parseDay(written) ?? '');
  const keyOf = once(circleKey);
  const made = reports.map(({ pin, circle, capture_time }) => ({
    pin: pinKey(pin),
    circle: keyOf(circle),
    day: dayOf(capture_time.slice(0, 10)),
  }));
  indexes.set(reports, made);
  return made;
};

/**
 * The records that match, in their order. Values of one filter are joined by "or", filters by "and"
 * (R17). The same list of records is indexed once, however often it is filtered.
 */
export const filterReports = (
  reports: readonly PropertyReport[],
  filters: Filters,
): readonly PropertyReport[] => {
  const matches = reportMatcher(filters);
  if (!matches) return reports;
  const index = indexOf(reports);
  return reports.filter((report, at) => matches(report, index[at] as FilterKeys));
};

/**
 * At most `most` of the PINs that contain the text, in any case (spec 5): those that begin with it
 * first, shorter before longer.
 */
export const suggestPins = (pins: readonly string[], text: string, most: number): string[] => {
  const wanted = text.trim().toLowerCase();
  const rank = (pin: string) => (pin.toLowerCase().startsWith(wanted) ? 0 : 1);
  return pins
    .filter((pin) => pin.toLowerCase().includes(wanted))
    .sort(
      (one, other) =>
        rank(one) - rank(other) || one.length - other.length || (one < other ? -1 : 1),
    )
    .slice(0, most);
};
