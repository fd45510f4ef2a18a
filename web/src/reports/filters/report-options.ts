// What the filters offer, from records: for backends that answer all records instead (R20).
import { compareNames, type PropertyReport, type ReportOptions } from '@survey/contract';
import { resubmissionLabel } from './filter-reports.ts';

const tally = (
  reports: readonly PropertyReport[],
  read: (report: PropertyReport) => string | number | null,
) => {
  const counts = new Map<string, number>();
  for (const report of reports) {
    const value = String(read(report) ?? '');
    if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => compareNames(one.value, other.value));
};

const largest = (
  reports: readonly PropertyReport[],
  read: (report: PropertyReport) => number | null,
) => reports.reduce((most, report) => Math.max(most, read(report) ?? 0), 0);

const usersOf = (reports: readonly PropertyReport[]): ReportOptions['users'] => {
  const names = new Map(reports.map(({ username, user_name }) => [username, user_name]));
  return tally(reports, ({ username }) => username).map(({ value, count }) => ({
    username: value,
    name: names.get(value) ?? '',
    count,
  }));
};

/** Distinct values with counts, users, and the largest areas of the records. */
export const reportOptionsOf = (reports: readonly PropertyReport[]): ReportOptions => ({
  land: tally(reports, ({ land }) => land),
  name: tally(reports, ({ user_name }) => user_name),
  circle: tally(reports, ({ circle }) => circle),
  resubmission: tally(reports, resubmissionLabel),
  floors: tally(reports, ({ floors_num }) => floors_num),
  users: usersOf(reports),
  largest_land_area: largest(reports, ({ land_area }) => land_area),
  largest_covered_area: largest(reports, ({ covered_area }) => covered_area),
});
