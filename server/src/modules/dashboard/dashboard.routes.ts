import { calls } from '@survey/contract';
import { type Binding, read } from '../../plugins/calls.ts';
import { countReports, countSentBack } from '../reports/report-counts.queries.ts';
import {
  circleProgress,
  countActiveUsers,
  countUnits,
  reportsPerDay,
  surveyorActivity,
} from './dashboard.queries.ts';

export const dashboardRoutes: Binding[] = [
  read(calls.countMobileUsers, ({ db }) => countActiveUsers(db)),
  read(calls.countReports, ({ db }) => countReports(db)),
  read(calls.countRecords, ({ db }) => countUnits(db)),
  read(calls.dashboardOverview, async ({ db }) => {
    const [reports_per_day, circles, surveyors, sent_back] = await Promise.all([
      reportsPerDay(db),
      circleProgress(db),
      surveyorActivity(db),
      countSentBack(db),
    ]);
    return {
      reports_per_day,
      circles,
      most_active: surveyors.most,
      least_active: surveyors.least,
      sent_back,
    };
  }),
];
