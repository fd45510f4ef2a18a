import { sql } from 'kysely';

/**
 * SQL, true or false: whether a sent-back row of `reports` leaves its pin to the user of a row of `assigned_pins`: to its
 * own surveyor, or to all who have the pin where that surveyor does not have it any more (ADR 99).
 */
export const returnsToHolder = sql<boolean>`(reports.user_id = assigned_pins.user_id or not exists (
  select from assigned_pins as own
  where own.user_id = reports.user_id and own.unit_id = assigned_pins.unit_id))`;

/** SQL: that a row of `reports` is a current one by which the pin is done for the user of a row of `assigned_pins`. */
export const isDoneForHolder = sql<boolean>`(replaced_by is null
  and (resubmission is distinct from 1 or not ${returnsToHolder}))`;

/** SQL: that a row of `reports` is the current one that the user of a row of `assigned_pins` has to answer. */
export const waitsOnHolder = sql<boolean>`(replaced_by is null and resubmission = 1 and ${returnsToHolder})`;
