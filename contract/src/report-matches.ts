// What the filters mean, in JavaScript: for records that a client holds, and for the tests that hold the server's SQL
// against it.
import { circleKey } from './fields.ts';
import type { ListedFlag } from './flags.ts';
import {
  type AreaRange,
  type Box,
  isInRange,
  type MarkLabel,
  type PhotoLabel,
  type ReportFilters,
  type ResubmissionLabel,
} from './report-filters.ts';
import type { ReviewState } from './review-states.ts';

/** What the filters look at, as a report has it. */
export interface FilteredReport {
  username: string;
  user_name: string;
  land: string;
  floors_num: number | null;
  basement: boolean;
  land_area: number | null;
  covered_area: number | null;
  latitude: number | null;
  longitude: number | null;
  resubmission: 0 | 1 | null;
  /** Not there on backends that do not say it: as on the list. */
  was_assigned?: boolean | undefined;
  /** Left out by backends without second reports. */
  is_second?: boolean | undefined;
  picture_path: string | null;
  /** Left out by backends without awaited photos. */
  photo_awaited?: boolean | undefined;
  /** Left out by backends without a review: new, or sent back as `resubmission` says. */
  review?: ReviewState | undefined;
  /** Left out by backends without checks. */
  flags?: readonly ListedFlag[] | undefined;
}

/** What the filters compare, made once for a report that is filtered often. */
export interface FilterKeys {
  /** `pinKey` of its PIN. */
  pin: string;
  /** `circleKey` of its circle. */
  circle: string;
  /** The day of its capture where the operation is, `YYYY-MM-DD`; '' where it has no readable time. */
  day: string;
}

type Test = (report: FilteredReport, keys: FilterKeys) => boolean;

/** PINs are searched in any case. */
export const pinKey = (pin: string): string => pin.toLowerCase();

/** 'No' where there is none (spec 9). */
export const resubmissionLabel = ({
  resubmission,
}: Pick<FilteredReport, 'resubmission'>): ResubmissionLabel =>
  resubmission === null ? 'No' : `${resubmission}`;

const oneOf = <Value>(
  values: readonly Value[],
  read: (report: FilteredReport, keys: FilterKeys) => Value | null,
): Test => {
  const wanted = new Set<Value | null>(values);
  return (report, keys) => wanted.has(read(report, keys));
};

const inRanges =
  (ranges: readonly AreaRange[], name: 'land_area' | 'covered_area'): Test =>
  ({ [name]: area }) =>
    area !== null && ranges.some((range) => isInRange(area, range));

const marked =
  (labels: readonly MarkLabel[], has: (report: FilteredReport) => boolean): Test =>
  (report) =>
    labels.includes(has(report) ? 'yes' : 'no');

const isInBox = ({ latitude, longitude }: FilteredReport, box: Box): boolean =>
  latitude !== null &&
  longitude !== null &&
  longitude >= box.minLng &&
  longitude <= box.maxLng &&
  latitude >= box.minLat &&
  latitude <= box.maxLat;

const isPhoto: Record<PhotoLabel, (report: FilteredReport) => boolean> = {
  yes: ({ picture_path }) => picture_path !== null,
  no: ({ picture_path }) => picture_path === null,
  awaited: ({ photo_awaited }) => photo_awaited === true,
};

/** One entry for each filter: a new filter does not compile until it is added here. */
const tests: {
  [Name in keyof ReportFilters]-?: (value: Exclude<ReportFilters[Name], undefined>) => Test;
} = {
  date:
    (wanted) =>
    (_, { day }) =>
      day === wanted,
  date_from:
    (from) =>
    (_, { day }) =>
      day !== '' && day >= from,
  date_to:
    (to) =>
    (_, { day }) =>
      day !== '' && day <= to,
  username: (names) => oneOf(names, ({ username }) => username),
  land: (lands) => oneOf(lands, ({ land }) => land),
  name: (names) => oneOf(names, ({ user_name }) => user_name),
  pin: (texts) => {
    const wanted = texts.map(pinKey);
    return (_, { pin }) => wanted.some((text) => pin.includes(text));
  },
  circle: (circles) => oneOf(circles.map(circleKey), (_, { circle }) => circle),
  basement: (values) => oneOf(values, ({ basement }) => basement),
  floors: (values) => oneOf(values, ({ floors_num }) => floors_num),
  land_area: (ranges) => inRanges(ranges, 'land_area'),
  covered_area: (ranges) => inRanges(ranges, 'covered_area'),
  resubmission: (labels) => oneOf(labels, resubmissionLabel),
  list: (labels) => oneOf(labels, ({ was_assigned }) => (was_assigned === false ? 'off' : 'on')),
  second: (labels) => marked(labels, ({ is_second }) => is_second === true),
  photo: (labels) => (report) => labels.some((label) => isPhoto[label](report)),
  place: (labels) =>
    marked(labels, ({ latitude, longitude }) => latitude !== null && longitude !== null),
  review: (states) =>
    oneOf(
      states,
      ({ review, resubmission }) => review ?? (resubmission === 1 ? 'sent_back' : 'new'),
    ),
  flag:
    (names) =>
    ({ flags = [] }) =>
      flags.some(({ check }) => names.includes(check)),
  severity:
    (labels) =>
    ({ flags = [] }) =>
      flags.length === 0
        ? labels.includes('none')
        : flags.some(({ severity }) => labels.includes(severity)),
  box: (box) => (report) => isInBox(report, box),
};

const isSet = (value: unknown): boolean =>
  value !== undefined && (!Array.isArray(value) || value.length > 0);

/**
 * The filters as one function, for many reports. Values of one filter are joined by "or", filters by "and" (R17).
 * @returns undefined where no filter is set: every report matches. An empty list is a filter not set
 */
export const reportMatcher = (filters: ReportFilters): Test | undefined => {
  const made = (Object.keys(tests) as (keyof ReportFilters)[])
    .filter((name) => isSet(filters[name]))
    .map((name) => (tests[name] as (value: unknown) => Test)(filters[name]));
  if (made.length === 0) return undefined;
  return (report, keys) => made.every((test) => test(report, keys));
};

/**
 * Whether a report matches all filters.
 * @param day of its capture, as `FilterKeys` has it
 */
export const reportMatches = (
  report: FilteredReport & { pin: string; circle: string },
  filters: ReportFilters,
  day: string,
): boolean => {
  const keys = { pin: pinKey(report.pin), circle: circleKey(report.circle), day };
  return reportMatcher(filters)?.(report, keys) ?? true;
};
