// The dashboard's figures. "Today" is the operation's: its time zone is every session's.
import { roles } from '@survey/contract';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { currentReports } from '../reports/report-filters.ts';

/** How far the overview looks back, today included. */
const overviewDays = 30;
const surveyorsListed = 5;

const firstDay = sql<Date>`(current_date - ${sql.lit(overviewDays - 1)})::timestamptz`;
const endOfToday = sql<Date>`(current_date + 1)::timestamptz`;
const count = sql<number>`count(*)`;

const activeUsers = (db: Reader) =>
  db
    .selectFrom('users')
    .where('users.role_id', '=', roles.mobileUser)
    .where('users.is_active', '=', true);

/** Mobile users who are not blocked. */
export const countActiveUsers = async (db: Reader): Promise<number> =>
  (await activeUsers(db).select(count.as('count')).executeTakeFirstOrThrow()).count;

/** Uploaded records, those without circle or pin included (decision 9). */
export const countUnits = async (db: Reader): Promise<number> =>
  (await db.selectFrom('units').select(count.as('count')).executeTakeFirstOrThrow()).count;

const recentReports = (db: Reader) =>
  currentReports(db).where('capture_time', '>=', firstDay).where('capture_time', '<', endOfToday);

/** Current reports captured on each of the last days, oldest first, days without any included. */
export const reportsPerDay = async (db: Reader) => {
  const counted = recentReports(db)
    .select([sql<Date>`capture_time::date`.as('day'), count.as('reports')])
    .groupBy(sql`capture_time::date`);
  return db
    .selectFrom(
      sql<{ day: Date }>`(select current_date - age as day
        from generate_series(0, ${sql.lit(overviewDays - 1)}) as age)`.as('days'),
    )
    .leftJoin(counted.as('counted'), 'counted.day', 'days.day')
    .select([
      sql<string>`to_char(days.day, 'YYYY-MM-DD')`.as('day'),
      sql<number>`coalesce(counted.reports, 0)`.as('reports'),
    ])
    .orderBy('days.day')
    .execute();
};

/** Units of each circle and how many of them have a current report, by the circle's name. */
export const circleProgress = (db: Reader) => {
  const surveyed = currentReports(db).select(['circle_key', 'pin']).distinct();
  return db
    .selectFrom('circles')
    .leftJoin('units', 'units.circle_id', 'circles.id')
    .leftJoin(surveyed.as('surveyed'), (join) =>
      join.onRef('surveyed.circle_key', '=', 'circles.key').onRef('surveyed.pin', '=', 'units.pin'),
    )
    .select((where) => [
      'circles.name as circle',
      where.fn.count<number>('units.id').as('units'),
      where.fn.count<number>('surveyed.pin').as('surveyed'),
    ])
    .groupBy(['circles.id'])
    .orderBy('circles.key')
    .execute();
};

interface ActiveSurveyor {
  username: string;
  name: string;
  reports: number;
}

/**
 * Active surveyors by their current reports of the last days. Supervisors count where they surveyed:
 * one without reports is not idle. Nobody without reports is among the most active.
 */
export const surveyorActivity = async (
  db: Reader,
): Promise<{ most: ActiveSurveyor[]; least: ActiveSurveyor[] }> => {
  const counted = recentReports(db)
    .select(['username', count.as('reports')])
    .groupBy('username');
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
    );
  const [most, least] = await Promise.all([
    surveyors
      .where('counted.reports', '>', 0)
      .orderBy('reports', 'desc')
      .orderBy('users.username')
      .limit(surveyorsListed)
      .execute(),
    surveyors.orderBy('reports').orderBy('users.username').limit(surveyorsListed).execute(),
  ]);
  return { most, least };
};
