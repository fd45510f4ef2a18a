// Data of the tables of /Pins, /circle and /assign, each in one answer for any number of users.
import type { CircleOverview, UserWithCircles } from '@survey/contract';
import { type Kysely, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import { isReached, type Reach } from '../../plugins/circle-limits.ts';
import type { Column } from '../spreadsheets/table.ts';

/**
 * All mobile users with their circles, and the number of USED and of all pins of each; both sorted by name.
 * @param reach only users who have one of these circles, and only these circles
 */
export const overviewOfUsers = async (db: Reader, reach: Reach): Promise<UserWithCircles[]> => {
  const { rows } = await sql<UserWithCircles>`
    with lists as (
      select user_id, json_agg(
        json_strip_nulls(json_build_object('circle', name, 'used', pins_used, 'total', pins_total, 'closed',
          case when closed_reason is not null then json_build_object(
            'at', to_char(closed_at, 'DD/MM/YYYY HH24:MI:SS'), 'reason', closed_reason) end)) order by key) as circles
      from circle_assignments join circles on circles.id = circle_id
      where ${isReached(reach, 'key')}
      group by user_id
    )
    select id, username, name, is_active as status, coalesce(circles, '[]') as circles
    from users left join lists on lists.user_id = users.id
    where role_id = 2 and (${reach === undefined} or circles is not null)
    order by lower(username)`.execute(db as Kysely<Tables>);
  return rows;
};

/** Columns of the exported file of circles. */
export const circleTable: readonly Column[] = [
  { name: 'circle', kind: 'text' },
  { name: 'units', kind: 'number' },
  { name: 'username', kind: 'text' },
  { name: 'name', kind: 'text' },
  { name: 'status', kind: 'text' },
  { name: 'pins', kind: 'number' },
  { name: 'pins_used', kind: 'number' },
];

/** One row for each user of each circle, and one row for a circle that nobody has. */
export const circleRows = (db: Reader, reach: Reach) =>
  db
    .selectFrom('circles')
    .leftJoin('circle_assignments', 'circle_assignments.circle_id', 'circles.id')
    .leftJoin('users', 'users.id', 'circle_assignments.user_id')
    .select([
      'circles.name as circle',
      sql<number>`(select count(*) from units where units.circle_id = circles.id)`.as('units'),
      'username',
      'users.name',
      sql<string>`case when is_active then 'active' when is_active is not null then 'blocked' end`.as(
        'status',
      ),
      'pins_total',
      'pins_used',
      sql<null>`null::text`.as('end_of_row'),
    ])
    .where(isReached(reach, 'circles.key'))
    .orderBy('circles.key')
    .orderBy(sql`lower(username)`);

/** All circles with their units and the number of users who have them, by name. */
export const overviewOfCircles = async (db: Reader, reach: Reach): Promise<CircleOverview[]> => {
  const { rows } = await sql<CircleOverview>`
    select name as circle, coalesce(units, 0) as units, coalesce(users, 0) as users
    from circles
    left join (select circle_id, count(*) as units from units group by circle_id) as of_units
      on of_units.circle_id = circles.id
    left join (select circle_id, count(*) as users from circle_assignments group by circle_id) as of_users
      on of_users.circle_id = circles.id
    where ${isReached(reach, 'key')}
    order by key`.execute(db as Kysely<Tables>);
  return rows;
};

/** What an Overwrite would change: pins on the user's list, USED ones among them, units of the circle. */
export const previewReplace = async (
  db: Reader,
  { userId, circleId }: { userId: number; circleId: number },
): Promise<{ pins: number; used: number; units: number }> => {
  const { rows } = await sql<{ pins: number; used: number; units: number }>`
    select coalesce(sum(pins_total), 0) as pins, coalesce(sum(pins_used), 0) as used,
      (select count(*) from units where circle_id = ${circleId}) as units
    from circle_assignments where user_id = ${userId} and circle_id = ${circleId}`.execute(
    db as Kysely<Tables>,
  );
  return rows[0] as { pins: number; used: number; units: number };
};
