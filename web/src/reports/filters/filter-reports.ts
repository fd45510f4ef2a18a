// The filters of the contract over records in memory, for /sreport and for backends without filters.
import {
  circleKey,
  type FilterKeys,
  type PropertyReport,
  parseDay,
  pinKey,
  reportMatcher,
} from '@survey/contract';
import { eachInSteps, runNow, type Steps } from '../../api/steps.ts';
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

/** The day at the beginning of a time: `6/3/2024 9:00`, `06/03/2024 09:00:00`, `2024-03-06T09:00:00Z`. */
const writtenDay = (time: string): string => /^[^\sT,]*/.exec(time.trimStart())?.[0] ?? '';

/** Makes the keys that filters compare, in steps. */
export function* indexReports(reports: readonly PropertyReport[]): Steps<readonly FilterKeys[]> {
  const known = indexes.get(reports);
  if (known) return known;
  const dayOf = once((written) => parseDay(written) ?? '');
  const keyOf = once(circleKey);
  const made: FilterKeys[] = [];
  yield* eachInSteps(reports, ({ pin, circle, capture_time }) => {
    const day = dayOf(writtenDay(capture_time));
    made.push({ pin: pinKey(pin), circle: keyOf(circle), day });
  });
  indexes.set(reports, made);
  return made;
}

/** The list with another record in the place of one that differs in nothing that its keys are made of. */
export const replaceReport = <Report extends PropertyReport>(
  reports: readonly Report[],
  at: number,
  report: Report,
): readonly Report[] => {
  const replaced = reports.with(at, report);
  const index = indexes.get(reports);
  if (index) indexes.set(replaced, index);
  return replaced;
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
  const index = runNow(indexReports(reports));
  return reports.filter((report, at) => matches(report, index[at] as FilterKeys));
};

/**
 * At most `most` of the PINs that contain the text, in any case (spec 5): those that begin with it
 * first, shorter before longer.
 */
export const suggestPins = (pins: readonly string[], text: string, most: number): string[] => {
  const wanted = text.trim().toLowerCase();
  const best: { pin: string; rank: number }[] = [];
  const isBefore = (one: { pin: string; rank: number }, other: { pin: string; rank: number }) =>
    one.rank - other.rank || one.pin.length - other.pin.length || (one.pin < other.pin ? -1 : 1);
  for (const pin of pins) {
    const at = pin.toLowerCase().indexOf(wanted);
    if (at === -1) continue;
    const found = { pin, rank: Math.min(at, 1) };
    const last = best.at(-1);
    if (best.length === most && last && isBefore(last, found) < 0) continue;
    // A few best ones are kept in order: sorting all would take a second where every PIN contains the text.
    best.push(found);
    best.sort(isBefore);
    best.length = Math.min(best.length, most);
  }
  return best.map(({ pin }) => pin);
};
