import type { ReportFilters } from '@survey/contract';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { isReached, type Reach } from '../../plugins/circle-limits.ts';
import { matchingReports } from '../reports/report-filters.ts';

/** The number of current matching reports stored after `since`, and the newest id of all reports. */
export const countNewReports = async (
  db: Reader,
  filters: ReportFilters,
  since: number | undefined,
  reach: Reach,
) => {
  // The id first: reports stored between the two queries count as new in the next call.
  const newest = await db
    .selectFrom('reports')
    .select('id')
    .where(isReached(reach, 'circle_key'))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const latest_id = newest?.id ?? 0;
  if (since === undefined || since >= latest_id) return { count: 0, latest_id };
  const found = await matchingReports(db, filters, 'rollup')
    .where('reports.id', '>', since)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return { count: found.count, latest_id };
};
