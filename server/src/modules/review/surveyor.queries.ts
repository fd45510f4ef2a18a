// A surveyor's work over some days, counted from the reports.
import { type CheckName, checkNames, mostVisits, type Share, severities } from '@survey/contract';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { isReached, type Reach } from '../../plugins/circle-limits.ts';
import { metresBetween, placeOf } from '../checks/distance.ts';

/** Number of days where the request names none. */
const usualDays = 30;
/**
 * A share is shown only where the surveyor has this many reports, and this many surveyors have a share of that kind.
 */
const leastReports = 30;
const leastTeam = 5;
/** A share further from the mean than this many standard deviations is highlighted. */
const usualDeviations = 2;
/** A longer gap between captures counts as a break, in minutes. */
const breakMinutes = 120;

/** Days of capture, both included, as YYYY-MM-DD. */
export interface Days {
  from: string;
  to: string;
}

/** The days of the request; without any, today and the days before. */
export const daysOf = async (
  db: Reader,
  { date_from, date_to }: { date_from?: string | undefined; date_to?: string | undefined },
): Promise<Days> =>
  db
    .selectFrom(
      sql<Days>`(select last::text as to,
        coalesce(${date_from ?? null}::date, last - ${usualDays - 1}::int)::text as from
        from (select coalesce(${date_to ?? null}::date, current_date) as last) as given)`.as(
        'days',
      ),
    )
    .select(['days.from', 'days.to'])
    .executeTakeFirstOrThrow();

/** The surveyor, and the reach of the reader. */
interface Work {
  username: string;
  reach: Reach;
}

/** SQL for the current reports of a surveyor captured on the days. */
const captured = ({ username, reach }: Work, { from, to }: Days) => sql`
  from reports where username = ${username} and replaced_by is null
    and ${isReached(reach, 'reports.circle_key')} and capture_time >= ${from}::date::timestamptz and capture_time < (${to}::date + 1)::timestamptz`;

const isFlagged = sql`exists (select from flags
  where flags.report_id = reports.id and flags.dismissed_at is null)`;

interface Counts {
  reports: number;
  sent_back: number;
  reviewed: number;
  flagged: number;
  median_minutes: number | null;
}

/** Counts over the days, and the median of minutes between captures. */
export const countsOf = (db: Reader, work: Work, days: Days): Promise<Counts> =>
  db
    .selectFrom(
      sql<Counts>`(select count(*) as reports, count(*) filter (where resubmission = 1) as sent_back,
          count(*) filter (where review is not null or resubmission = 1) as reviewed,
          count(*) filter (where is_flagged) as flagged,
          percentile_cont(0.5) within group (order by minutes)
            filter (where minutes < ${breakMinutes}) as median_minutes
        from (select resubmission, review, ${isFlagged} as is_flagged,
            extract(epoch from capture_time - lag(capture_time)
              over (partition by capture_time::date order by capture_time, id))::float8 / 60 as minutes
          ${captured(work, days)}) as found)`.as('counts'),
    )
    .selectAll()
    .executeTakeFirstOrThrow();

/** Number of reports by hour of the day. */
export const hoursOf = async (db: Reader, work: Work, days: Days): Promise<number[]> => {
  const rows = await db
    .selectFrom(
      sql<{ hour: number; count: number }>`(select extract(hour from capture_time)::int as hour,
        count(*) as count ${captured(work, days)} group by 1)`.as('hours'),
    )
    .selectAll()
    .execute();
  const counts = new Map(rows.map(({ hour, count }) => [hour, count]));
  return Array.from({ length: 24 }, (_, hour) => counts.get(hour) ?? 0);
};

/** Number of reports by day, oldest first. */
export const byDay = (db: Reader, work: Work, days: Days) =>
  db
    .selectFrom(
      sql<{ iso: string; day: string; reports: number; flagged: number }>`(
        select capture_time::date as iso, to_char(capture_time::date, 'DD/MM/YYYY') as day,
          count(*) as reports, count(*) filter (where ${isFlagged}) as flagged
        ${captured(work, days)} group by 1, 2)`.as('days'),
    )
    .select(['day', 'reports', 'flagged'])
    .orderBy('iso')
    .execute();

/** Number of flags that nobody dismissed by check, largest first. */
export const flagsByCheck = async (db: Reader, work: Work, days: Days) => {
  const rows = await db
    .selectFrom(
      sql<{ check: CheckName; severity: number; flags: number }>`(
        select check_name as check, max(severity) as severity, count(*) as flags from flags
        where dismissed_at is null and report_id in (select id ${captured(work, days)})
        group by check_name)`.as('flags'),
    )
    .selectAll()
    .orderBy('flags', 'desc')
    .orderBy('check')
    .execute();
  return rows
    .filter(({ check }) => checkNames.includes(check))
    .map((row) => ({ ...row, severity: severities[row.severity - 1] ?? severities[0] }));
};

interface Visited {
  id: number;
  circle: string;
  pin: string;
  capture_time: string;
  at: number;
  latitude: number | null;
  longitude: number | null;
  severity: number | null;
}

/** The visits of a day in order, each with the distance from the visit before. */
export const visitsOf = async (db: Reader, work: Work, day: string) => {
  const rows = await db
    .selectFrom(
      sql<Visited & { total: number }>`(
        select id, circle, pin, to_char(capture_time, 'DD/MM/YYYY HH24:MI:SS') as capture_time,
          extract(epoch from capture_time)::float8 as at, latitude, longitude,
          (select max(severity) from flags where flags.report_id = reports.id and dismissed_at is null) as severity,
          count(*) over () as total
        ${captured(work, { from: day, to: day })})`.as('visits'),
    )
    .selectAll()
    .orderBy('at')
    .orderBy('id')
    .limit(mostVisits)
    .execute();
  const visits = rows.map(({ at, total: _, severity, ...row }, index) => {
    const before = rows[index - 1];
    const [here, there] = [placeOf(row), before && placeOf(before)];
    return {
      ...row,
      severity: severity === null ? null : (severities[severity - 1] ?? null),
      seconds: before ? Math.round(at - before.at) : null,
      metres: here && there ? Math.round(metresBetween(here, there)) : null,
    };
  });
  return { visits, total: rows[0]?.total ?? 0 };
};

const parts = {
  flagged: ['flagged', 'reports'],
  sent_back: ['sent_back', 'reports'],
  not_surveyed: ['not_surveyed', 'told_outcome'],
  round_areas: ['round_areas', 'with_area'],
} as const satisfies Record<Share['name'], readonly [string, string]>;

const moments = (values: readonly number[]) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(square) };
};

/** A surveyor's shares beside those of the team, from the last nightly count. */
export const sharesOf = async (db: Reader, username: string): Promise<Share[]> => {
  const rows = await db.selectFrom('surveyor_shares').selectAll().execute();
  const own = rows.find((row) => row.username === username);
  const shareOf = (row: (typeof rows)[number], name: Share['name']): number | null => {
    const [part, whole] = parts[name];
    return row[whole] > 0 ? row[part] / row[whole] : null;
  };
  return (Object.keys(parts) as Share['name'][]).map((name) => {
    const value = own ? shareOf(own, name) : null;
    const team = rows.flatMap((row) => {
      const told = row.reports >= leastReports ? shareOf(row, name) : null;
      return told === null ? [] : [told];
    });
    if (team.length < leastTeam) {
      return { name, value, mean: null, deviation: null, is_unusual: false };
    }
    const { mean, deviation } = moments(team);
    const isUnusual =
      own !== undefined &&
      own.reports >= leastReports &&
      value !== null &&
      Math.abs(value - mean) > usualDeviations * deviation;
    return { name, value, mean, deviation, is_unusual: isUnusual };
  });
};
