import { calls } from '@survey/contract';
import { own, read, WrittenAnswer } from '../../plugins/calls.ts';
import { reachOf } from '../../plugins/circle-limits.ts';
import {
  countByReview,
  countNotOnList,
  countPhotosAwaited,
  countSecond,
  countSentBack,
} from '../reports/report-counts.queries.ts';
import { oldestNew } from '../reports/report-rows.queries.ts';
import { cachedAnswer } from '../rollups/versioned-cache.ts';
import {
  circleProgress,
  countActiveUsers,
  countSurveyedUnits,
  countUnits,
  overviewVersion,
  reportsPerDay,
  surveyorActivity,
} from './dashboard.queries.ts';
import { surveyorDays, surveyorDaysCsv } from './surveyor-days.queries.ts';

const overview = cachedAnswer(overviewVersion, async (db) => {
  const { most, least } = await surveyorActivity(db);
  return new WrittenAnswer(calls.dashboardOverview, {
    reports_per_day: await reportsPerDay(db),
    circles: await circleProgress(db),
    most_active: most,
    least_active: least,
    sent_back: await countSentBack(db),
    not_on_list: await countNotOnList(db),
    second_reports: await countSecond(db),
    photos_awaited: await countPhotosAwaited(db),
    review: { states: await countByReview(db), oldest_new: await oldestNew(db) },
  });
});

export const dashboardRoutes = {
  countMobileUsers: read(calls.countMobileUsers, ({ db, actor }) =>
    countActiveUsers(db, reachOf(actor)),
  ),
  countReports: read(calls.countReports, ({ db, actor }) => countSurveyedUnits(db, reachOf(actor))),
  countRecords: read(calls.countRecords, ({ db, actor }) => countUnits(db, reachOf(actor))),
  surveyorDays: read(calls.surveyorDays, ({ db, services: { config } }, { query }) =>
    surveyorDays(db, query, config.DAILY_TARGET),
  ),
  surveyorDaysExport: read(calls.surveyorDaysExport, async ({ db, services }, { query }) => ({
    type: 'text/csv; charset=utf-8',
    fileName: 'surveyor-days.csv',
    body: await surveyorDaysCsv(db, query, services.config.DAILY_TARGET),
  })),
  dashboardOverview: own(calls.dashboardOverview, ({ services }) => overview(services)),
};
