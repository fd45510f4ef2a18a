// The filters of the contract over records in memory, for /sreport and for backends without filters.
import {
  circleKey,
  isInRange,
  type ListedReport,
  type PropertyReport,
  parseDay,
  type ResubmissionLabel,
} from '@survey/contract';
import type { Filters } from './report-search.ts';

/** Normalised values of a list of records. */
interface SearchIndex {
  pins: string[];
  /** `YYYY-MM-DD` of the capture; '' where the record has no readable time. */
  days: string[];
  circles: string[];
}

type Test = (report: ListedReport, at: number, index: SearchIndex) => boolean;

const indexes = new WeakMap<readonly PropertyReport[], SearchIndex>();

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

const indexOf = (reports: readonly PropertyReport[]): SearchIndex => {
  const known = indexes.get(reports);
  if (known) return known;
  const dayOf = once((written) => parseDay(written) ?? '');
  const keyOf = once(circleKey);
  const made: SearchIndex = {
    pins: reports.map(({ pin }) => pin.toLowerCase()),
    days: reports.map(({ capture_time }) => dayOf(capture_time.slice(0, 10))),
    circles: reports.map(({ circle }) => keyOf(circle)),
  };
  indexes.set(reports, made);
  return made;
};

/** The label of a resubmission; 'No' for null (spec 9). */
export const resubmissionLabel = ({
  resubmission,
}: Pick<PropertyReport, 'resubmission'>): ResubmissionLabel =>
  resubmission === null ? 'No' : `${resubmission}`;

const oneOf = <Value>(
  values: readonly Value[] | undefined,
  read: (report: ListedReport, at: number, index: SearchIndex) => Value | null,
): Test[] => {
  if (!values?.length) return [];
  const wanted = new Set<Value | null>(values);
  return [(report, at, index) => wanted.has(read(report, at, index))];
};

const inRanges = (
  ranges: Filters['land_area'],
  read: (report: PropertyReport) => number | null,
): Test[] => {
  if (!ranges?.length) return [];
  return [
    (report) => {
      const area = read(report);
      return area !== null && ranges.some((range) => isInRange(area, range));
    },
  ];
};

const between = (from: string | undefined, to: string | undefined): Test[] => {
  if (!from && !to) return [];
  return [
    (_, at, { days }) => {
      const day = days[at] ?? '';
      return day !== '' && (!from || day >= from) && (!to || day <= to);
    },
  ];
};

const pinsContain = (texts: readonly string[] | undefined): Test[] => {
  if (!texts?.length) return [];
  const wanted = texts.map((text) => text.toLowerCase());
  return [(_, at, { pins }) => wanted.some((text) => pins[at]?.includes(text))];
};

const inBox = (box: Filters['box']): Test[] => {
  if (!box) return [];
  return [
    ({ latitude, longitude }) =>
      latitude !== null &&
      longitude !== null &&
      longitude >= box.minLng &&
      longitude <= box.maxLng &&
      latitude >= box.minLat &&
      latitude <= box.maxLat,
  ];
};

const testsOf = (filters: Filters): Test[] => [
  ...between(filters.date, filters.date),
  ...between(filters.date_from, filters.date_to),
  ...oneOf(filters.username, ({ username }) => username),
  ...oneOf(filters.land, ({ land }) => land),
  ...oneOf(filters.name, ({ user_name }) => user_name),
  ...oneOf(filters.circle?.map(circleKey), (_, at, { circles }) => circles[at] ?? null),
  ...oneOf(filters.basement, ({ basement }) => basement),
  ...oneOf(filters.floors, ({ floors_num }) => floors_num),
  ...oneOf(filters.resubmission, resubmissionLabel),
  ...oneOf(filters.list, ({ was_assigned }) => (was_assigned === false ? 'off' : 'on')),
  ...inRanges(filters.land_area, ({ land_area }) => land_area),
  ...inRanges(filters.covered_area, ({ covered_area }) => covered_area),
  ...pinsContain(filters.pin),
  ...inBox(filters.box),
];

/**
 * The records that match, in their order. Values of one filter are joined by "or", filters by "and"
 * (R17). The same list of records is indexed once, however often it is filtered.
 */
export const filterReports = (
  reports: readonly PropertyReport[],
  filters: Filters,
): readonly PropertyReport[] => {
  const tests = testsOf(filters);
  if (tests.length === 0) return reports;
  const index = indexOf(reports);
  return reports.filter((report, at) => tests.every((test) => test(report, at, index)));
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
