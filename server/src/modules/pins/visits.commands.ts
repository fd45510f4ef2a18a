// A surveyor's visit of a pin, as parts of a larger statement: what `nextListVersions` and `setPinStatus` do one
// after the other, for the one statement that stores a report (reports/plain-arrival.commands.ts).

/**
 * Locks the list of the user and answers its next `version`.
 * @param seen the part with the user's row, read and locked against being deleted
 */
export const nextVersionOfList = (seen: string): string => `
  insert into pin_lists (user_id, version) select user_id, 1 from ${seen}
  on conflict (user_id) do update set version = pin_lists.version + 1
  returning version`;

/**
 * Sets a pin on the list USED.
 * @param list the part that locked the list
 * @param id of the pin on the list, null where it is not there
 * @param from where that id comes from
 */
export const setVisited = (list: string, id: string, from: string): string => `
  update assigned_pins set status = 1, version = ${list}.version
  from ${list} cross join ${from} where assigned_pins.id = ${id}`;
