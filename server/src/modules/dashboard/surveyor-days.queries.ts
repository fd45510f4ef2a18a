// Reports of each surveyor on each day of a period: on the screen from rollups, in the CSV from the reports (ADR 47).
import { type calls, daysOfPeriod, nextDay, type ReplyOf, roles } from '@survey/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import { csvLine } from '../spreadsheets/csv-line.ts';

interface Period {
  from: string;
  to: string;
}

type Surveyors = ReplyOf<typeof calls.surveyorDays>['surveyors'];

/** The days of a period, both ends included. */
export const daysOf = (period: Period): string[] => {
  const days = [period.from];
  for (let left = daysOfPeriod(period) - 1; left > 0; left -= 1) {
    days.push(nextDay(days.at(-1) as string));
  }
  return days;
};

const ofRollups = ({ from, to }: Period) => sql`
  select username, day, n from rollup_user_days where day between ${from}::date and ${to}::date
  union all
  select username, day, n from report_deltas where day between ${from}::date and ${to}::date`;

const ofReports = ({ from, to }: Period) => sql`
  select username, capture_time::date as day, 1 as n from reports
  where replaced_by is null and capture_time >= ${from}::date::timestamptz
    and capture_time < (${to}::date + 1)::timestamptz`;

/**
 * Who has reports in the period, whether or not the account is still there, and active surveyors without any;
 * supervisors only with reports.
 */
const surveyorsOf = async (
  db: Reader,
  period: Period,
  counted: RawBuilder<unknown>,
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
  target: number | undefined,
): Promise<ReplyOf<typeof calls.surveyorDays>> => ({
  days: daysOf(period),
  target: target ?? null,
  surveyors: await surveyorsOf(db, period, ofRollups(period)),
});

/** A row for each surveyor, a column for each day, the sum at the end. */
export const surveyorDaysCsv = async (
  db: Reader,
  period: Period,
  target: number | undefined,
): Promise<string> => {
  const days = daysOf(period);
  const surveyors = await surveyorsOf(db, period, ofReports(period));
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
