// Frees pins whose report was set aside, and marks them USED when it is restored (ADR 37).
// The caller holds the locks of `lockListsOfPins(db, pins, 'all')`.
import { roles } from '@survey/contract';
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';
import type { ReportedPin } from './send-back-pins.commands.ts';

const given = (pins: readonly ReportedPin[]) => sql`given as materialized (
  select distinct lower(username) as username, circle_key, given.pin, units.id as unit_id
  from unnest(
    ${pins.map(({ username }) => username)}::text[],
    ${pins.map(({ circle_key }) => circle_key)}::text[],
    ${pins.map(({ pin }) => pin)}::text[]
  ) as given (username, circle_key, pin)
  join circles on circles.key = circle_key
  join units on units.circle_id = circles.id and units.pin = given.pin
)`;

/** A pin that is no longer USED, and the undoable audit entry that had set it USED. */
export interface FreedPin {
  id: number;
  changed_by: number | null;
}

/**
 * Sets pins NotUsed on their surveyors' lists where the surveyor has no current report left except one that was sent
 * back. The phones of all who have the pins fetch them again.
 * @returns the pins that were USED before
 */
export const freePins = async (db: Writer, pins: readonly ReportedPin[]): Promise<FreedPin[]> => {
  const { rows } = await sql<FreedPin>`
    with ${given(pins)}, freed as materialized (
      select assigned_pins.id, assigned_pins.changed_by from given
      join users on lower(users.username) = given.username and role_id = ${roles.mobileUser}
      join assigned_pins on assigned_pins.user_id = users.id
        and assigned_pins.unit_id = given.unit_id
      where status = 1 and not exists (
        select from reports
        where reports.circle_key = given.circle_key and reports.pin = given.pin
          and lower(reports.username) = given.username
          and replaced_by is null and resubmission is distinct from 1)
    ), touched as (
      update assigned_pins set version = pin_lists.version,
        status = case when assigned_pins.id in (select id from freed) then 0 else status end
      from pin_lists
      where pin_lists.user_id = assigned_pins.user_id and unit_id in (select unit_id from given)
    )
    select id, changed_by from freed order by id`.execute(db);
  return rows;
};

/**
 * Sets those of the pins that are still on a list USED again. The phones of all who have the pins of the reports
 * fetch them again.
 */
export const usePinsAgain = async (
  db: Writer,
  pins: readonly ReportedPin[],
  freed: readonly FreedPin[],
): Promise<void> => {
  await sql`
    with ${given(pins)}, freed as (
      select * from unnest(${freed.map(({ id }) => id)}::bigint[],
        ${freed.map(({ changed_by }) => changed_by)}::bigint[]) as freed (id, changed_by)
    ), touched as (
      select assigned_pins.id, freed.id is not null as is_freed, freed.changed_by
      from assigned_pins left join freed using (id) where unit_id in (select unit_id from given)
    )
    update assigned_pins set version = pin_lists.version,
      status = case when is_freed then 1 else status end,
      changed_by = case when is_freed then touched.changed_by else assigned_pins.changed_by end
    from pin_lists, touched
    where pin_lists.user_id = assigned_pins.user_id and assigned_pins.id = touched.id`.execute(db);
};
