// A surveyor's visit of a pin: the lists' parts of the one statement that stores a report
// (reports/report-arrival.commands.ts). The parts before these name `place`, the unit with its `unit_id`.

interface Given {
  /** The parameter with the surveyor's id. */
  user: string;
  /** Whether a report of the pin waits to be surveyed again: then all who have the pin on their lists ask anew. */
  isSentBack: string;
  /** Whether there is something to store. */
  isWanted: string;
}

/**
 * Takes the next versions of the lists that change, in the order of their ids; `unchanged` has a row where no list
 * was changed by somebody else since the statement began. All parts of a statement see the database as it was
 * then, so only in this case what they see is still true. None of the users can be deleted meanwhile.
 */
export const lockLists = ({ user, isSentBack, isWanted }: Given): string => `
lists as (
  select users.id as user_id, coalesce(pin_lists.version, 0) as version
  from users left join pin_lists on pin_lists.user_id = users.id
  where ${isWanted} and users.id = any(array(
    select ${user}
    union all
    select user_id from assigned_pins join place using (unit_id) where ${isSentBack}
  ))
  order by users.id for key share of users
), locked as (
  insert into pin_lists (user_id, version) select user_id, 1 from lists order by user_id
  on conflict (user_id) do update set version = pin_lists.version + 1
    where pin_lists.version = (select version from lists where lists.user_id = excluded.user_id)
  returning user_id, version
), unchanged as (
  select from lists left join locked using (user_id)
  having bool_and(locked.version is not distinct from lists.version + 1)
)`;

/** Sets the pin USED on the surveyor's list, where `arrived` stored a report. */
export const setVisited = ({ user }: Pick<Given, 'user'>): string => `
visited as (
  update assigned_pins set version = locked.version,
    status = case when assigned_pins.user_id = ${user} then 1 else status end
  from locked, place, arrived
  where assigned_pins.user_id = locked.user_id and assigned_pins.unit_id = place.unit_id
)`;
