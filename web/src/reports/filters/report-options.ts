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

const countBy = (
  reports: readonly PropertyReport[],
  read: (report: PropertyReport) => string | number | null,
) => {
  const counts = new Map<string, number>();
  for (const report of reports) {
    const value = String(read(report) ?? '');
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
};

/** Options in natural order. A filter cannot ask for an empty value: it is left out. */
const optionsOf = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .filter(([value]) => value !== '')
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => compareNames(one.value, other.value));

const largest = (
  reports: readonly PropertyReport[],
  read: (report: PropertyReport) => number | null,
) => reports.reduce((most, report) => Math.max(most, read(report) ?? 0), 0);

/** Circles that differ only in case or outer spaces are one; it has the highest of their spellings. */
const circlesOf = (reports: readonly PropertyReport[]) => {
  const counts = new Map<string, number>();
  const spellings = new Map<string, string>();
  for (const [circle, count] of countBy(reports, (report) => report.circle)) {
    const key = circleKey(circle);
    counts.set(key, (counts.get(key) ?? 0) + count);
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
  return order === otherOrder ? one.id > other.id : order > otherOrder;
};

/** Surveyors with the name of their newest report. */
const usersOf = (reports: readonly PropertyReport[]): ReportOptions['users'] => {
  const names = new Map<string, string>();
  const renamed = new Set<string>();
  for (const { username, user_name } of reports) {
    if ((names.get(username) ?? user_name) !== user_name) renamed.add(username);
    names.set(username, user_name);
  }
  const newest = new Map<string, PropertyReport>();
  for (const report of renamed.size > 0 ? reports : []) {
    if (!renamed.has(report.username)) continue;
    const known = newest.get(report.username);
    if (!known || isNewer(report, known)) newest.set(report.username, report);
  }
  return optionsOf(countBy(reports, ({ username }) => username)).map(({ value, count }) => ({
    username: value,
    name: newest.get(value)?.user_name ?? names.get(value) ?? '',
    count,
  }));
};

const resubmissionsOf = (reports: readonly PropertyReport[]): ReportOptions['resubmission'] => {
  const counts = countBy(reports, resubmissionLabel);
  return resubmissionLabels.map((value) => ({ value, count: counts.get(value) ?? 0 }));
};

/** Distinct values with counts, users, and the largest areas of the records. */
export const reportOptionsOf = (reports: readonly PropertyReport[]): ReportOptions => ({
  land: optionsOf(countBy(reports, ({ land }) => land)),
  name: optionsOf(countBy(reports, ({ user_name }) => user_name)),
  circle: circlesOf(reports),
  resubmission: resubmissionsOf(reports),
  floors: optionsOf(countBy(reports, ({ floors_num }) => floors_num)),
  users: usersOf(reports),
  largest_land_area: largest(reports, ({ land_area }) => land_area),
  largest_covered_area: largest(reports, ({ covered_area }) => covered_area),
});
