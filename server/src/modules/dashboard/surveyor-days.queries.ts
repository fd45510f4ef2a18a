// Reports of each surveyor on each day of a period: on the screen from rollups, in the CSV from the reports (ADR 47).
import { type calls, daysOfPeriod, nextDay, type ReplyOf, roles } from '@survey/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import { hasCircleOf, isReached, type Reach } from '../../plugins/circle-limits.ts';
import { csvLine } from '../spreadsheets/csv-line.ts';

interface Period {
  from: string;
  to: string;
}

type Surveyors = ReplyOf<typeof calls.surveyorDays>['surveyors'];

interface Asked {
  /** Reports that a surveyor should make in a day. */
  target: number | undefined;
  reach: Reach;
}

/** The days of a period, both ends included. */
export const daysOf = (period: Period): string[] => {
  const days = [period.from];
  for (let left = daysOfPeriod(period) - 1; left > 0; left -= 1) {
    days.push(nextDay(days.at(-1) as string));
  }
  return days;
};

/** Rows (username, day, n). Only the rollup of cells has circles, so a reach needs that one. */
const ofRollups = ({ from, to }: Period, reach: Reach) => sql`
  select username, day, n from ${reach ? sql`rollup_cell_days` : sql`rollup_user_days`}
  where day between ${from}::date and ${to}::date and ${isReached(reach, 'circle_key')}
  union all
  select username, day, n from report_deltas
  where day between ${from}::date and ${to}::date and ${isReached(reach, 'circle_key')}`;

const ofReports = ({ from, to }: Period, reach: Reach) => sql`
  select username, capture_time::date as day, 1 as n from reports
  where replaced_by is null and capture_time >= ${from}::date::timestamptz
    and capture_time < (${to}::date + 1)::timestamptz and ${isReached(reach, 'circle_key')}`;

/**
 * Users with reports in the period, also of deleted accounts, and active surveyors without any; supervisors only with
 * reports.
 * @param reach only users who have one of these circles or have reports in one
 */
const surveyorsOf = async (
  db: Reader,
  period: Period,
  counted: RawBuilder<unknown>,
  reach: Reach,
): Promise<Surveyors> => {
  const { rows } = await sql<Surveyors[number]>`
    with counts as materialized (
      select username, day, sum(n)::int as n from (${counted}) as parts
      group by username, day having sum(n) <> 0
    ), people as (
      select username from counts
      union
      select username from users
      where role_id = ${roles.mobileUser} and is_active and designation is distinct from 'Supervisor'
        and ${reach ? hasCircleOf(reach) : sql`true`}
    )
    select people.username, coalesce(max(users.name), '') as name,
      array_agg(coalesce(counts.n, 0) order by days.day) as reports
    from people
    cross join generate_series(${period.from}::date, ${period.to}::date, interval '1 day') as days (day)
    left join counts on counts.username = people.username and counts.day = days.day::date
    left join users on users.username = people.username
    group by people.username
    order by lower(people.username), people.username`.execute(db as Kysely<Tables>);
  return rows;
};

export const surveyorDays = async (
  db: Reader,
  period: Period,
  { target, reach }: Asked,
): Promise<ReplyOf<typeof calls.surveyorDays>> => ({
  days: daysOf(period),
  target: target ?? null,
  surveyors: await surveyorsOf(db, period, ofRollups(period, reach), reach),
});

/** A row for each surveyor, a column for each day, the sum at the end. */
export const surveyorDaysCsv = async (
  db: Reader,
  period: Period,
  { target, reach }: Asked,
): Promise<string> => {
  const days = daysOf(period);
  const surveyors = await surveyorsOf(db, period, ofReports(period, reach), reach);
  const lines = surveyors.map(({ username, name, reports }) =>
    csvLine([
      username,
      name,
      ...reports,
      reports.reduce((sum, n) => sum + n, 0),
      ...(target === undefined ? [] : [target * days.length]),
    ]),
  );
  const header = ['username', 'name', ...days, 'total'];
  return `\uFEFF${csvLine(target === undefined ? header : [...header, 'target'])}${lines.join('')}`;
};
