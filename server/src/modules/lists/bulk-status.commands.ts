// Sets statuses of many pins at once, on all lists that have them. The rows are staged by COPY first.
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';
import { lockCirclesOfKeys } from './lock-circles.commands.ts';
import { nextVersionsOfListsLeft } from './pin-lists.commands.ts';
import { lastReport } from './undo-records.commands.ts';

/** The staged rows of one file. */
export const createStaging = async (db: Writer): Promise<void> => {
  await sql`
    create temporary table staged_statuses (
      row_index integer, circle_key text, circle text, pin text, status smallint
    ) on commit drop`.execute(db);
};

export const copyIntoStaging = 'copy staged_statuses from stdin';

/**
 * Locks the lists of all users who have one of the circles and takes their next versions; nobody else can be assigned
 * one of the circles meanwhile.
 * @returns the ids of the users
 */
export const lockListsOfCircles = async (
  db: Writer,
  circleKeys: readonly string[],
): Promise<number[]> => {
  const circles = await lockCirclesOfKeys(db, circleKeys, 'same holders');
  const users = await db
    .selectFrom('circle_assignments')
    .select('user_id')
    .distinct()
    .where(sql<boolean>`circle_id = any(${circles}::bigint[])`)
    .execute();
  const versions = await nextVersionsOfListsLeft(
    db,
    users.map(({ user_id }) => user_id),
  );
  return [...versions.keys()];
};

interface BulkResult {
  /** Assigned pins that the rows name, and those of them whose status changed. */
  matched: number;
  changed: number;
  /** Rows of the file that name no assigned pin. */
  rows_unmatched: number;
  unmatched: { count: number; first: { circle: string; pin: string }[] };
}

/** Most unmatched pairs that the answer names (R14). */
const unmatchedNamed = 100;

/**
 * Sets the staged statuses on the lists of these users, whose locks the caller holds; of several rows with
 * the same circle and pin the last one counts. Changed pins carry their list's new version, and their
 * earlier state is recorded under the entry's id.
 */
export const setStagedStatuses = async (
  db: Writer,
  userIds: readonly number[],
  entryId: number,
): Promise<BulkResult> => {
  // Without statistics the planner takes a file of 200 000 rows for one of 200, and looks up row by row.
  await sql`analyze staged_statuses (row_index, circle_key, pin)`.execute(db);
  await sql`set local work_mem = '64MB'`.execute(db);
  const { rows } = await sql<BulkResult>`
    with newest as (
      -- Row number and status in one number, so that max() finds the last row without sorting.
      select circle_key, pin, max(row_index * 2 + status) as row_and_status, count(*) as file_rows
      from staged_statuses
      group by circle_key, pin
    ), matched as materialized (
      select row_and_status / 2 as row_index, file_rows, (row_and_status % 2)::smallint as status,
        listed.id, listed.user_id, listed.changed_by, listed.status <> row_and_status % 2 as is_changed
      from newest
      left join (
        select circles.key, units.pin, assigned_pins.id, assigned_pins.user_id, assigned_pins.status,
          assigned_pins.changed_by
        from assigned_pins
        join units on units.id = unit_id
        join circles on circles.id = units.circle_id
        where user_id = any(${userIds}::bigint[])
      ) as listed on listed.key = circle_key and listed.pin = newest.pin
    ), changed as (
      update assigned_pins set status = matched.status, version = pin_lists.version, changed_by = ${entryId}
      from matched join pin_lists on pin_lists.user_id = matched.user_id
      where assigned_pins.id = matched.id and is_changed
      returning assigned_pins.id, assigned_pins.user_id, unit_id, assigned_pins.status,
        assigned_pins.version, matched.changed_by as changed_by_before
    ), recorded as (
      -- There are two statuses, so the old one is the other one.
      insert into undo_pins
        (entry_id, user_id, part, version, pin_ids, unit_ids, statuses, changed_bys, last_report)
      select ${entryId}::bigint, user_id, 'changed', version, array_agg(id), array_agg(unit_id),
        array_agg(1 - status), array_agg(changed_by_before), ${lastReport}
      from changed group by user_id, version
    ), first_unmatched as (
      select row_index from matched where id is null order by row_index limit ${unmatchedNamed}
    )
    select
      (select count(id) from matched) as matched,
      (select count(*) from changed) as changed,
      (select coalesce(sum(file_rows), 0)::integer from matched where id is null) as rows_unmatched,
      json_build_object(
        'count', (select count(*) from matched where id is null),
        'first', (
          select coalesce(json_agg(json_build_object('circle', circle, 'pin', pin) order by row_index), '[]')
          from first_unmatched join staged_statuses using (row_index)
        )
      ) as unmatched`.execute(db);
  return rows[0] as BulkResult;
};
