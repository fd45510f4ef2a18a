// Figures of the dashboard. "Today" is in the operation's time zone, which every session uses.
import { nextDay, roles } from '@survey/contract';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import {
  filtersOf,
  hasCircleOf,
  isReached,
  isReachedId,
  type Reach,
} from '../../plugins/circle-limits.ts';
import { circleCounts, dayCounts, userCounts } from '../rollups/rollups.queries.ts';
import { countsVersion } from '../rollups/versioned-cache.ts';

/** Days that the overview covers, today included. */
const overviewDays = 30;
const surveyorsListed = 5;

const firstDay = sql<Date>`(current_date - ${sql.lit(overviewDays - 1)})`;
const tomorrow = sql<Date>`(current_date + 1)`;
const count = sql<number>`count(*)`;

const activeUsers = (db: Reader) =>
  db
    .selectFrom('users')
    .where('users.role_id', '=', roles.mobileUser)
    .where('users.is_active', '=', true);

/** Mobile users who are not blocked; within a reach, only those who have one of its circles. */
export const countActiveUsers = async (db: Reader, reach: Reach): Promise<number> => {
  const users = activeUsers(db).$if(reach !== undefined, (query) =>
    query.where(hasCircleOf(reach)),
  );
  return (await users.select(count.as('count')).executeTakeFirstOrThrow()).count;
};

const sumOfCircles = async (
  db: Reader,
  figure: 'units' | 'surveyed',
  reach: Reach,
): Promise<number> => {
  const found = await db
    .selectFrom(circleCounts.as('counts'))
    .where(isReachedId(reach, 'circle_id'))
    .select(sql<number>`coalesce(sum(${sql.ref(figure)}), 0)`.as('count'))
    .executeTakeFirstOrThrow();
  return found.count;
};

/** Uploaded records, including those without circle or PIN (R9). */
export const countUnits = (db: Reader, reach: Reach): Promise<number> =>
  sumOfCircles(db, 'units', reach);

/** Units that have a current report, each once: the sum of the progress of all circles (R8). */
export const countSurveyedUnits = (db: Reader, reach: Reach): Promise<number> =>
  sumOfCircles(db, 'surveyed', reach);

/** Current reports captured on each of the last days, oldest first, including days without any. */
export const reportsPerDay = async (db: Reader, reach?: Reach) => {
  const days = await db
    .selectFrom(
      sql<{ day: string }>`(select to_char(current_date - age, 'YYYY-MM-DD') as day
        from generate_series(0, ${sql.lit(overviewDays - 1)}) as age)`.as('days'),
    )
    .select('day')
    .orderBy('day')
    .execute();
  const until = nextDay(days.at(-1)?.day as string);
  const counts = await dayCounts(db, filtersOf(reach), { from: days[0]?.day, until });
  const reports = new Map(counts?.map(({ period, n }) => [period, n]));
  return days.map(({ day }) => ({ day, reports: reports.get(day) ?? 0 }));
};

/** Units of each circle and the number of them that have a current report, by circle name. */
export const circleProgress = (db: Reader, reach?: Reach) =>
  db
    .selectFrom('circles')
    .leftJoin(circleCounts.as('counts'), 'counts.circle_id', 'circles.id')
    .select([
      'circles.name as circle',
      sql<number>`coalesce(counts.units, 0)`.as('units'),
      sql<number>`coalesce(counts.surveyed, 0)`.as('surveyed'),
    ])
    .where(isReached(reach, 'circles.key'))
    .orderBy('circles.key')
    .execute();

interface ActiveSurveyor {
  username: string;
  name: string;
  reports: number;
}

/**
 * Active surveyors with their current reports of the last days. Supervisors are listed only where they have reports:
 * one without is not idle. Users without reports are never among the most active.
 * @param reach only users who have one of these circles or have reports in one
 */
export const surveyorActivity = async (
  db: Reader,
  reach?: Reach,
): Promise<{ most: ActiveSurveyor[]; least: ActiveSurveyor[] }> => {
  const counted = userCounts(firstDay, tomorrow, filtersOf(reach));
  const surveyors = activeUsers(db)
    .leftJoin(counted.as('counted'), 'counted.username', 'users.username')
    .select([
      'users.username',
      'users.name',
      sql<number>`coalesce(counted.reports, 0)`.as('reports'),
    ])
    .where((where) =>
      where.or([
        where('users.designation', 'is distinct from', 'Supervisor'),
        where('counted.reports', '>', 0),
      ]),
    )
    .$if(reach !== undefined, (query) =>
      query.where((where) => where.or([where('counted.reports', '>', 0), hasCircleOf(reach)])),
    );
  const fewestFirst = await surveyors.orderBy('reports').orderBy('users.username').execute();
  const mostFirst = fewestFirst
    .filter(({ reports }) => reports > 0)
    .sort((one, other) => other.reports - one.reports);
  return {
    most: mostFirst.slice(0, surveyorsListed),
    least: fewestFirst.slice(0, surveyorsListed),
  };
};

const hashOf = (row: string, order: string, from: string) =>
  sql`(select md5(string_agg(${sql.raw(row)}, chr(10) order by ${sql.raw(order)})) from ${sql.raw(from)})`;

/** The version of everything in the overview: counts, the day, circles, and active users. */
export const overviewVersion = sql<string>`concat_ws(' ', ${countsVersion}, current_date,
  ${hashOf('row(id, name, key)::text', 'id', 'circles')},
  ${hashOf(
    'row(username, name, designation)::text',
    'id',
    `users where is_active and role_id = ${roles.mobileUser}`,
  )})`;
