import { type MobileUser, roles } from '@survey/contract';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Reader } from '../../database/connection.ts';
import { containing } from '../../database/like-pattern.ts';
import { isReached, isReachedId, type Reach } from '../../plugins/circle-limits.ts';
import { say } from '../../say.ts';
import { isDoneForHolder, waitsOnHolder } from '../lists/returned-pins.queries.ts';
import { circleCounts } from '../rollups/rollups.queries.ts';
import type { Column } from '../spreadsheets/table.ts';

/** The refusal of a change of a user who does not exist or is an administrator. */
export const noMobileUser = (id: number): AppError =>
  new AppError('not-found', say('no-user-id', { id }));

/**
 * NotUsed pins whose unit somebody else has surveyed, by user: they are not the user's work. Only circles where this
 * can be are read: several users have the circle, or more units are surveyed than the user has USED.
 */
const doneByOthers = (reach: Reach) => sql<{ user_id: number; pins: number }>`(
  select assigned_pins.user_id, count(*) as pins
  from circle_assignments as given
  join ${circleCounts} as counts on counts.circle_id = given.circle_id
  join circles on circles.id = given.circle_id
  join assigned_pins on assigned_pins.user_id = given.user_id and assigned_pins.circle_id = given.circle_id
  join units on units.id = assigned_pins.unit_id
  where counts.surveyed > 0 and given.pins_total > given.pins_used
    and (counts.surveyed > given.pins_used or exists (
      select from circle_assignments as others
      where others.circle_id = given.circle_id and others.user_id <> given.user_id))
    and ${isReached(reach, 'circles.key')} and assigned_pins.status = 0 and exists (
      select from reports
      where circle_key = circles.key and reports.pin = units.pin and ${isDoneForHolder})
    and not exists (
      select from reports
      where circle_key = circles.key and reports.pin = units.pin and ${waitsOnHolder})
  group by assigned_pins.user_id)`;

/**
 * Mobile users by username, with the number of pins on their lists and the number of those left to survey.
 * @param reach only users who have one of these circles, and only pins of these circles
 */
const mobileUsersWithPins = (db: Reader, reach: Reach) =>
  db
    .selectFrom('users')
    .leftJoin(
      (from) =>
        from
          .selectFrom('circle_assignments')
          .select((lists) => [
            'user_id',
            lists.fn.sum<number>('pins_total').as('pins_total'),
            sql<number>`sum(pins_total - pins_used)`.as('pins_left'),
          ])
          .where(isReachedId(reach, 'circle_id'))
          .groupBy('user_id')
          .as('lists'),
      (join) => join.onRef('lists.user_id', '=', 'users.id'),
    )
    .leftJoin(doneByOthers(reach).as('done'), 'done.user_id', 'users.id')
    .select(['id', 'username', 'name', 'email', 'phonenumber', 'cnic', 'designation', 'is_active'])
    .select(['created_at', 'last_seen_at', 'pins_total'])
    .select(sql<number>`pins_left - coalesce(done.pins, 0)`.as('pins_left'))
    .where('role_id', '=', roles.mobileUser)
    .$if(reach !== undefined, (query) => query.where('lists.user_id', 'is not', null))
    .orderBy(sql`lower(username)`);

/** All mobile users; within a reach, only those who have one of its circles. */
export const allMobileUsers = async (db: Reader, reach: Reach): Promise<MobileUser[]> => {
  const users = await mobileUsersWithPins(db, reach).execute();
  return users.map(({ is_active, last_seen_at, created_at, ...user }) => ({
    ...user,
    cnic: user.cnic ?? '',
    designation: user.designation ?? '',
    status: is_active,
    created_at: created_at.toISOString(),
    last_seen: last_seen_at?.toISOString() ?? null,
    pins_total: user.pins_total ?? 0,
    pins_left: user.pins_left ?? 0,
  }));
};

/** Columns of the exported file of users. */
export const userTable: readonly Column[] = [
  { name: 'username', kind: 'text' },
  { name: 'name', kind: 'text' },
  { name: 'email', kind: 'text' },
  { name: 'phonenumber', kind: 'text' },
  { name: 'cnic', kind: 'text' },
  { name: 'designation', kind: 'text' },
  { name: 'status', kind: 'text' },
  { name: 'created_at', kind: 'time' },
  { name: 'last_seen', kind: 'time' },
  { name: 'pins_total', kind: 'number' },
  { name: 'pins_left', kind: 'number' },
];

/**
 * Mobile users with the columns of `userTable`.
 * @param search part of the username, name, email, phone or CNIC
 */
export const userRows = (db: Reader, reach: Reach, search = '') =>
  db
    .selectFrom(mobileUsersWithPins(db, reach).as('found'))
    .select(['username', 'name', 'email', 'phonenumber'])
    .select(sql<string>`coalesce(cnic, '')`.as('written_cnic'))
    .select(sql<string>`coalesce(designation, '')`.as('written_designation'))
    .select(sql<string>`case when is_active then 'active' else 'blocked' end`.as('status'))
    .select(sql`date_trunc('second', created_at::timestamp)`.as('written_created_at'))
    .select(sql`date_trunc('second', last_seen_at::timestamp)`.as('last_seen'))
    .select(sql<number>`coalesce(pins_total, 0)`.as('total'))
    .select(sql<number>`coalesce(pins_left, 0)`.as('remaining'))
    .select(sql<null>`null::text`.as('end_of_row'))
    .$if(search !== '', (query) =>
      query.where((where) =>
        where.or(
          (['username', 'name', 'email', 'phonenumber', 'cnic'] as const).map((column) =>
            where(column, 'ilike', containing(search)),
          ),
        ),
      ),
    )
    .orderBy(sql`lower(username)`);

/** A user's list by circle, as the audit entry of the user's deletion stores it. */
export const listedPins = async (
  db: Reader,
  userId: number,
): Promise<{ circle: string; used: string[]; not_used: string[] }[]> =>
  db
    .selectFrom('circle_assignments')
    .innerJoin('circles', 'circles.id', 'circle_assignments.circle_id')
    .leftJoin('assigned_pins', (join) =>
      join
        .onRef('assigned_pins.user_id', '=', 'circle_assignments.user_id')
        .onRef('assigned_pins.circle_id', '=', 'circle_assignments.circle_id'),
    )
    .leftJoin('units', 'units.id', 'assigned_pins.unit_id')
    .select([
      'circles.name as circle',
      sql<string[]>`coalesce(array_agg(units.pin) filter (where status = 1), '{}')`.as('used'),
      sql<string[]>`coalesce(array_agg(units.pin) filter (where status = 0), '{}')`.as('not_used'),
    ])
    .where('circle_assignments.user_id', '=', userId)
    .groupBy('circles.id')
    .orderBy('circles.key')
    .execute();
