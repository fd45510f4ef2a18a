// Figures of surveyors over a period, and the periods that are offered.
import { type calls, monthOf, type ReplyOf } from '@survey/contract';
import { msg } from '../text/text.ts';
import { daysAgoIn, todayIn } from '../ui/time-zone.ts';
import type { Day } from './day-figures.ts';

export type SurveyorDays = ReplyOf<typeof calls.surveyorDays>;
type Surveyor = SurveyorDays['surveyors'][number];

export interface Period {
  from: string;
  to: string;
}

export const periodNames = ['today', 'week', 'month', 'days30'] as const;
export type PeriodName = (typeof periodNames)[number];

export const periodLabels: Record<PeriodName, string> = {
  today: msg('Today'),
  week: msg('Last 7 days'),
  month: msg('This month'),
  days30: msg('Last 30 days'),
};

/** The days of a named period that ends today, in the operation's time zone. */
export const periodOf = (name: PeriodName, zone: string | undefined): Period => {
  const to = todayIn(zone);
  switch (name) {
    case 'today':
      return { from: to, to };
    case 'week':
      return { from: daysAgoIn(zone, 6), to };
    case 'month':
      return { from: monthOf(to), to };
    case 'days30':
      return { from: daysAgoIn(zone, 29), to };
  }
};

export const totalOf = ({ reports }: Surveyor): number => reports.reduce((sum, n) => sum + n, 0);

const listed = 5;

/** The most and the least active, at most five each; who has no report is not among the most active. */
export const activeOf = ({ surveyors }: SurveyorDays) => {
  const counted = surveyors.map((one) => ({
    username: one.username,
    name: one.name,
    reports: totalOf(one),
  }));
  const mostFirst = counted
    .filter(({ reports }) => reports > 0)
    .sort((one, other) => other.reports - one.reports);
  const fewestFirst = [...counted].sort((one, other) => one.reports - other.reports);
  return { most: mostFirst.slice(0, listed), least: fewestFirst.slice(0, listed) };
};

/** The days of one surveyor, or of all together where none is named. */
export const daysOfSurveyor = (
  { days, surveyors }: SurveyorDays,
  username: string | null,
): Day[] => {
  const counted = username ? surveyors.filter((one) => one.username === username) : surveyors;
  return days.map((day, at) => ({
    day,
    reports: counted.reduce((sum, { reports }) => sum + (reports[at] ?? 0), 0),
  }));
};
