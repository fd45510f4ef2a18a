import type { LiveEvent, ReportFilters } from '@survey/contract';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { isReached, type Reach } from '../../plugins/circle-limits.ts';
import { matchingReports } from '../reports/report-filters.ts';

/** How many of the newest reports of all circles are searched for one of the reader's circles. */
const newestLookedAt = 1000;

/**
 * The highest id of a report within a reach. It is nearly always among the newest reports of all circles. Otherwise the
 * reports of these circles are read, not all newer ones.
 */
const newestIdOf = async (db: Reader, reach: Reach): Promise<number> => {
  const isOwn = isReached(reach, 'circle_key');
  const { id } = await db
    .selectFrom(
      sql<{ id: number }>`(with newest as materialized (
          select id, circle_key from reports order by id desc limit ${sql.lit(newestLookedAt)}),
        among as (select max(id) as id from newest where ${isOwn})
        select coalesce((select id from among), case when not exists (select from among where id is not null)
          then (with own as materialized (select id from reports where replaced_by is null and ${isOwn})
            select max(id) from own) end, 0) as id)`.as('found'),
    )
    .select('id')
    .executeTakeFirstOrThrow();
  return id;
};

const newestId = async (db: Reader): Promise<number> => {
  const newest = await db
    .selectFrom('reports')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id ?? 0;
};

/**
 * Reduces an event to what somebody with a reach may know; undefined where that is nothing. It names no surveyors, who
 * may have sent reports of other circles too, and counts one report for each circle.
 */
export const eventWithin = (
  event: LiveEvent,
  isReachable: (circle: string) => boolean,
): LiveEvent | undefined => {
  if (event.kind !== 'reports' && event.kind !== 'flags') return event;
  if (!event.circles) return { kind: 'missed' };
  const circles = event.circles.filter(isReachable);
  if (circles.length === 0) return undefined;
  if (event.kind === 'flags') return { kind: 'flags', circles };
  return { kind: 'reports', count: circles.length, circles, usernames: null };
};

/** Number of current matching reports stored after `since`, and the highest id of a report within the reach. */
export const countNewReports = async (
  db: Reader,
  filters: ReportFilters,
  since: number | undefined,
  reach: Reach,
) => {
  // The id first: reports stored between the two queries count as new in the next call.
  const latest_id = reach ? await newestIdOf(db, reach) : await newestId(db);
  if (since === undefined || since >= latest_id) return { count: 0, latest_id };
  const found = await matchingReports(db, filters, 'rollup')
    .where('reports.id', '>', since)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return { count: found.count, latest_id };
};
