// Counts beside the filters' values, under the other filters (R20).
import {
  type CountedFilter,
  countedFilters,
  type filterCounts as filterCountsCall,
  type ReplyOf,
  type ReportFilters,
} from '@survey/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { type CountedValue, valuesUnder } from '../rollups/value-counts.queries.ts';
import { isLarge } from './report-counts.queries.ts';
import { matchingReports } from './report-filters.ts';
import { reviewState } from './report-rows.queries.ts';

const yesNo = (mark: string) => sql<string>`case when ${sql.raw(mark)} then 'yes' else 'no' end`;

/** The value of each filter in a report. */
const values: Record<CountedFilter, RawBuilder<string>> = {
  land: sql`reports.land`,
  name: sql`reports.user_name`,
  circle: sql`reports.circle_key`,
  resubmission: sql`coalesce(reports.resubmission::text, 'No')`,
  review: reviewState,
  list: sql`case when reports.was_unassigned then 'off' else 'on' end`,
  second: yesNo('reports.is_second'),
  photo: yesNo('reports.photo_name is not null'),
  place: yesNo('(reports.latitude + reports.longitude) is not null'),
};

const countRows = (db: Reader, filters: ReportFilters, name: CountedFilter) =>
  matchingReports(db, { ...filters, [name]: undefined })
    .select([values[name].as('value'), sql<number>`count(*)::int`.as('count')])
    .groupBy(sql`1`)
    .execute();

/** From a rollup, else from the rows where all of them are few; of others the values have no counts. */
const countsOf = async (
  db: Reader,
  filters: ReportFilters,
  name: CountedFilter,
): Promise<CountedValue[] | undefined> =>
  (await valuesUnder(db, filters, name)) ??
  ((await isLarge(db)) ? undefined : countRows(db, filters, name));

export const filterCounts = async (
  db: Reader,
  filters: ReportFilters,
): Promise<ReplyOf<typeof filterCountsCall>> => {
  const counts: ReplyOf<typeof filterCountsCall>['counts'] = {};
  // One after the other: a person's reads share a lane (ADR 73).
  for (const name of countedFilters) {
    const found = await countsOf(db, filters, name);
    if (found) counts[name] = found;
  }
  return { counts };
};
