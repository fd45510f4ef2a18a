import { calls } from '@survey/contract';
import type { Reader } from '../../database/connection.ts';
import { own, read, readerOf, WrittenAnswer } from '../../plugins/calls.ts';
import { type Reach, reachOf } from '../../plugins/circle-limits.ts';
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

/** The figures of all circles, or of those within a reach. */
const overviewOf = async (db: Reader, reach?: Reach) => {
  const { most, least } = await surveyorActivity(db, reach);
  return {
    reports_per_day: await reportsPerDay(db, reach),
    circles: await circleProgress(db, reach),
    most_active: most,
    least_active: least,
    sent_back: await countSentBack(db, reach),
    not_on_list: await countNotOnList(db, reach),
    second_reports: await countSecond(db, reach),
    photos_awaited: await countPhotosAwaited(db, reach),
    review: { states: await countByReview(db, reach), oldest_new: await oldestNew(db, reach) },
  };
};

/** Administrators without limits get the same answer, which is cached. */
const overview = cachedAnswer(
  overviewVersion,
  async (db) => new WrittenAnswer(calls.dashboardOverview, await overviewOf(db)),
);

export const dashboardRoutes = {
  countMobileUsers: read(calls.countMobileUsers, ({ db, actor }) =>
    countActiveUsers(db, reachOf(actor)),
  ),
  countReports: read(calls.countReports, ({ db, actor }) => countSurveyedUnits(db, reachOf(actor))),
  countRecords: read(calls.countRecords, ({ db, actor }) => countUnits(db, reachOf(actor))),
  surveyorDays: read(calls.surveyorDays, ({ db, actor, services: { config } }, { query }) =>
    surveyorDays(db, query, { target: config.DAILY_TARGET, reach: reachOf(actor) }),
  ),
  surveyorDaysExport: read(
    calls.surveyorDaysExport,
    async ({ db, actor, services }, { query }) => ({
      type: 'text/csv; charset=utf-8',
      fileName: 'surveyor-days.csv',
      body: await surveyorDaysCsv(db, query, {
        target: services.config.DAILY_TARGET,
        reach: reachOf(actor),
      }),
    }),
  ),
  dashboardOverview: own(calls.dashboardOverview, (context) => {
    const reach = reachOf(context.actor);
    return reach ? overviewOf(readerOf(context), reach) : overview(context.services);
  }),
};
