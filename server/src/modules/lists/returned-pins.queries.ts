import { sql } from 'kysely';

/**
 * SQL condition: whether a sent-back row of `reports` is work for the user of a row of `assigned_pins`. It is work for
 * its own surveyor, or for all who have the pin where that surveyor no longer has it (ADR 99).
 */
export const returnsToHolder = sql<boolean>`(reports.user_id = assigned_pins.user_id or not exists (
  select from assigned_pins as own
  where own.user_id = reports.user_id and own.unit_id = assigned_pins.unit_id))`;

/**
 * SQL condition: whether a row of `reports` is current and makes the pin done for the user of a row of `assigned_pins`.
 */
export const isDoneForHolder = sql<boolean>`(replaced_by is null
  and (resubmission is distinct from 1 or not ${returnsToHolder}))`;

/**
 * SQL condition: whether a row of `reports` is current and the user of a row of `assigned_pins` has to survey it again.
 */
export const waitsOnHolder = sql<boolean>`(replaced_by is null and resubmission = 1 and ${returnsToHolder})`;
