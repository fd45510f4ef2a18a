// Some reports of the sample operation that the checks find, so that the review queue has something to look at.
import { seeded } from '../random.ts';
import type { PlannedReport, PlannedSurveyor, SamplePlan } from './plan.ts';

/** Share of reports that are spoiled, of the few surveyors who do it. */
const share = 0.05;
const surveyors = 5;

type Spoil = (report: PlannedReport, before: PlannedReport) => PlannedReport;

const withFields =
  (
    change: (report: PlannedReport, before: PlannedReport) => Partial<PlannedReport['submission']>,
  ) =>
  (report: PlannedReport, before: PlannedReport): PlannedReport => ({
    ...report,
    submission: { ...report.submission, ...change(report, before) },
  });

const kinds: readonly Spoil[] = [
  // The photo of the house before, and its place.
  (report, before) => ({ ...report, scene: before.scene && report.scene && { ...before.scene } }),
  withFields((_, { submission: { latitude, longitude } }) => ({ latitude, longitude })),
  // Six kilometres away.
  withFields(({ submission: { latitude } }) => ({
    latitude: latitude === null ? null : Number(((latitude ?? 0) + 0.054).toFixed(6)),
  })),
  withFields(({ submission: { covered_area } }) => ({ covered_area: (covered_area ?? 100) * 6 })),
  withFields(({ submission: { capture_time } }) => ({ started_at: capture_time })),
  withFields(({ submission: { latitude, longitude } }) => ({
    latitude: latitude === null ? null : Number((latitude ?? 0).toFixed(2)),
    longitude: longitude === null ? null : Number((longitude ?? 0).toFixed(2)),
  })),
];

const spoiledReports = ({ username, reports }: PlannedSurveyor): PlannedReport[] => {
  let turn = 0;
  return reports.map((report, at) => {
    const before = reports[at - 1];
    // Those that somebody has reviewed stay as they were reviewed.
    const isReviewed = report.isSentBack || report.review !== null;
    if (!before || isReviewed || !seeded('spoil', username, at).chance(share)) return report;
    turn += 1;
    return kinds[turn % kinds.length]?.(report, before) ?? report;
  });
};

/** The plan with some spoiled reports of the surveyors who have most. */
export const spoiled = (plan: SamplePlan): SamplePlan => {
  const busiest = plan.surveyors
    .toSorted((one, other) => other.reports.length - one.reports.length)
    .slice(0, surveyors)
    .map(({ username }) => username);
  return {
    ...plan,
    surveyors: plan.surveyors.map((surveyor) =>
      busiest.includes(surveyor.username)
        ? { ...surveyor, reports: spoiledReports(surveyor) }
        : surveyor,
    ),
  };
};
