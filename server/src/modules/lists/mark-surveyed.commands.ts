// Marks pins as surveyed: the lists' parts of the one statement that stores reports
// (device/ingest-reports.commands.ts).
// The parts before these name
// - `given`: the reports, each with its `place` in the group and its surveyor's `user_id`
// - `wanted`: reports that have to be stored (`place`, `user_id`), with their `unit_id`
// - `sent_back`: the reports that are answered, each with the `place` of the report that answers it

/**
 * Takes the next versions of the lists that change, in the order of their ids: the surveyor's own, and, where others
 * have the pin too or it waited to be surveyed again, those of all users who have it, because it leaves their work and
 * their phones fetch it again. The circles of such pins are locked first, so that nobody else can be assigned one
 * meanwhile (ADR 38). `unchanged` has the places of
 * reports whose lists and circles were not changed by another transaction since the statement began. All parts of a
 * statement see the database as of that time, so what they see is still true for these only. None of the users can be
 * deleted meanwhile.
 */
export const lockLists = `
shared as materialized (
  select place, unit_id, circle_id from wanted join units on units.id = unit_id
  where place in (select place from sent_back) or exists (
    select from assigned_pins as others
    where others.unit_id = units.id and others.user_id <> wanted.user_id)
), steady as materialized (
  select held.id from (
    select id, version from circles where id = any(array(select circle_id from shared)) order by id for share
  ) as held join circles on circles.id = held.id and circles.version = held.version
), concerned as materialized (
  select place, user_id from wanted
  union
  select place, assigned_pins.user_id from steady join shared on circle_id = steady.id
    join assigned_pins using (unit_id)
), lists as materialized (
  select users.id as user_id, coalesce(pin_lists.version, 0) as version
  from users left join pin_lists on pin_lists.user_id = users.id
  where users.id = any(array(select user_id from concerned))
  order by users.id for key share of users
), locked as (
  insert into pin_lists (user_id, version) select user_id, 1 from lists order by user_id
  on conflict (user_id) do update set version = pin_lists.version + 1
    where pin_lists.version = (select version from lists where lists.user_id = excluded.user_id)
  returning user_id, version
), unchanged as (
  select place from concerned left join lists using (user_id) left join locked using (user_id)
  where place not in (select place from shared where circle_id not in (select id from steady))
  group by place having bool_and(coalesce(locked.version = lists.version + 1, false))
)`;

/**
 * Sets the pins of `unchanged` USED on their surveyors' lists, and makes the phones of all others who have one fetch it
 * again.
 */
export const setVisited = `
visited as (
  update assigned_pins set version = locked.version,
    status = case when assigned_pins.user_id = wanted.user_id then 1 else status end
  from unchanged join wanted using (place) join concerned using (place)
    join locked on locked.user_id = concerned.user_id
  where assigned_pins.user_id = concerned.user_id and assigned_pins.unit_id = wanted.unit_id
)`;
