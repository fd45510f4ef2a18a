// The filter options of records in memory, for backends that answer all records (R20). They agree with the server's:
// contract/src/report-options.cases.ts.
import {
  circleKey,
  compareNames,
  type PropertyReport,
  parseDay,
  type ReportOptions,
  resubmissionLabel,
  resubmissionLabels,
} from '@survey/contract';
import { eachInSteps, runInSlices, type Steps } from '../../api/steps.ts';

type Counts = Map<string, number>;

const count = (counts: Counts, value: string | number | null) => {
  const text = String(value ?? '');
  counts.set(text, (counts.get(text) ?? 0) + 1);
};

/** Options in natural order. A filter cannot ask for an empty value: it is left out. */
const optionsOf = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .filter(([value]) => value !== '')
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => compareNames(one.value, other.value));

/** Circles that differ only in case or outer spaces are one; it has the highest of their spellings. */
const circlesOf = (written: Counts) => {
  const counts: Counts = new Map();
  const spellings = new Map<string, string>();
  for (const [circle, reports] of written) {
    const key = circleKey(circle);
    counts.set(key, (counts.get(key) ?? 0) + reports);
    const known = spellings.get(key);
    if (known === undefined || circle > known) spellings.set(key, circle);
  }
  return optionsOf(new Map([...counts].map(([key, count]) => [spellings.get(key) ?? key, count])));
};

/** Text that orders times of capture; an unreadable one is the oldest. */
const captureOrder = ({ capture_time }: PropertyReport): string => {
  const day = parseDay(capture_time.slice(0, 10));
  return day === undefined ? '' : `${day}${capture_time.slice(10)}`;
};

const isNewer = (one: PropertyReport, other: PropertyReport): boolean => {
  const [order, otherOrder] = [captureOrder(one), captureOrder(other)];
  return order === otherOrder ? (one.id ?? 0) > (other.id ?? 0) : order > otherOrder;
};

/** The newest report of each of these surveyors, in steps. */
function* newestOf(reports: readonly PropertyReport[], usernames: ReadonlySet<string>) {
  const newest = new Map<string, PropertyReport>();
  if (usernames.size === 0) return newest;
  yield* eachInSteps(reports, (report) => {
    if (!usernames.has(report.username)) return;
    const known = newest.get(report.username);
    if (!known || isNewer(report, known)) newest.set(report.username, report);
  });
  return newest;
}

/** Distinct values with counts, users with the name of their newest report, and the largest areas; in steps. */
export function* collectOptions(reports: readonly PropertyReport[]): Steps<ReportOptions> {
  const lands: Counts = new Map();
  const userNames: Counts = new Map();
  const circles: Counts = new Map();
  const floors: Counts = new Map();
  const users: Counts = new Map();
  const resubmissions: Counts = new Map();
  const names = new Map<string, string>();
  const renamed = new Set<string>();
  let largest_land_area = 0;
  let largest_covered_area = 0;
  yield* eachInSteps(reports, (report) => {
    const { username, user_name } = report;
    count(lands, report.land);
    count(userNames, user_name);
    count(circles, report.circle);
    count(floors, report.floors_num);
    count(users, username);
    count(resubmissions, resubmissionLabel(report));
    if ((names.get(username) ?? user_name) !== user_name) renamed.add(username);
    names.set(username, user_name);
    largest_land_area = Math.max(largest_land_area, report.land_area ?? 0);
    largest_covered_area = Math.max(largest_covered_area, report.covered_area ?? 0);
  });
  const newest = yield* newestOf(reports, renamed);
  return {
    land: optionsOf(lands),
    name: optionsOf(userNames),
    circle: circlesOf(circles),
    resubmission: resubmissionLabels.map((value) => ({
      value,
      count: resubmissions.get(value) ?? 0,
    })),
    floors: optionsOf(floors),
    users: optionsOf(users).map(({ value, count: reportCount }) => ({
      username: value,
      name: newest.get(value)?.user_name ?? names.get(value) ?? '',
      count: reportCount,
    })),
    largest_land_area,
    largest_covered_area,
  };
}

/** Options and different PINs of records, made with pauses for the page. */
export const choicesOf = async (reports: readonly PropertyReport[], signal: AbortSignal) => {
  const pins = new Set<string>();
  const collectPins = eachInSteps(reports, ({ pin }) => {
    pins.add(pin);
  });
  await runInSlices(collectPins, signal);
  return { options: await runInSlices(collectOptions(reports), signal), pins: [...pins] };
};
