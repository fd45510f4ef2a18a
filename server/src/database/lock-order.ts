// One order of locks for every transaction (ADR 38): the units of circles, circles by id, then lists by their
// users' ids, then units, assignments, pins and reports. This order makes deadlocks impossible. Each transaction's
// locks are recorded here when they are taken, so that a wrong order fails the first time a test runs it.
import type { Writer } from './connection.ts';

/**
 * Lock modes of a circle, weakest first. PostgreSQL's row locks decide which are compatible:
 * - `same holders`: a change that all users with one of its pins see; nobody else may be assigned the pin meanwhile
 * - `new holders`: users are assigned pins of it, or phones are made to fetch changed units
 * - `units removed`: by the undo of an upload, with the circle itself where nothing is left of it
 */
export const circleLocks = {
  'same holders': 'for share',
  'new holders': 'for no key update',
  'units removed': 'for update',
} as const;
export type CircleLock = keyof typeof circleLocks;

const strengths = Object.keys(circleLocks) as CircleLock[];

interface Held {
  /** Circles that get units from nobody else. */
  unitSets: Set<number>;
  circles: Map<number, CircleLock>;
  /** Versions of lists by user; undefined where the user was deleted before. */
  lists: Map<number, number | undefined>;
}

const locks = new WeakMap<Writer, Held>();

const heldBy = (db: Writer): Held => {
  const known = locks.get(db);
  if (known) return known;
  const none: Held = { unitSets: new Set(), circles: new Map(), lists: new Map() };
  locks.set(db, none);
  return none;
};

const ascending = (ids: Iterable<number>): number[] =>
  [...new Set(ids)].sort((one, other) => one - other);

const outOfOrder = (what: string): Error => new Error(`Locks out of order (ADR 38): ${what}`);

const holds = ({ circles }: Held, id: number, lock: CircleLock): boolean => {
  const own = circles.get(id);
  return own !== undefined && strengths.indexOf(own) >= strengths.indexOf(lock);
};

/** Whether an id may be locked after these. */
const comesAfter = (taken: Iterable<number>, id: number): boolean => {
  for (const other of taken) if (other > id) return false;
  return true;
};

/**
 * Those of the circles that still have to be locked in this mode, in their order.
 * @throws Error where that would be out of order
 */
export const circlesToLock = (db: Writer, ids: Iterable<number>, lock: CircleLock): number[] => {
  const held = heldBy(db);
  const wanted = ascending(ids).filter((id) => !holds(held, id, lock));
  for (const id of wanted) {
    if (held.lists.size > 0) throw outOfOrder(`circle ${id} after lists`);
    // One that is held already, but weaker, is out of order too: two that both want more wait for each other.
    if (held.circles.has(id) || !comesAfter(held.circles.keys(), id)) {
      throw outOfOrder(`circle ${id} after ${[...held.circles.keys()].join(', ')}`);
    }
  }
  return wanted;
};

/** Records the locks that were taken. */
export const noteCircles = (db: Writer, ids: Iterable<number>, lock: CircleLock): void => {
  const { circles } = heldBy(db);
  for (const id of ids) circles.set(id, lock);
};

/**
 * Notes that these circles get units from nobody else until the end of the transaction.
 * @throws Error where circles or lists are locked already
 */
export const noteUnitSets = (db: Writer, ids: Iterable<number>): void => {
  const { unitSets, circles, lists } = heldBy(db);
  if (unitSets.size + circles.size + lists.size > 0) throw outOfOrder('units of circles');
  for (const id of ids) unitSets.add(id);
};

/** @throws Error where somebody else may add units to the circle */
export const expectUnitSet = (db: Writer, id: number): void => {
  if (!heldBy(db).unitSets.has(id)) throw outOfOrder(`units of circle ${id} are not held`);
};

/** @throws Error where the transaction does not hold the circle at least in this mode */
export const expectCircle = (db: Writer, id: number, lock: CircleLock): void => {
  if (!holds(heldBy(db), id, lock)) throw outOfOrder(`circle ${id} is not held for "${lock}"`);
};

/**
 * Those of the lists that still have to be locked, in the order of their users.
 * @throws Error where that would be out of order
 */
export const listsToLock = (db: Writer, userIds: Iterable<number>): number[] => {
  const { lists } = heldBy(db);
  const wanted = ascending(userIds).filter((id) => !lists.has(id));
  for (const id of wanted) {
    if (!comesAfter(lists.keys(), id)) {
      throw outOfOrder(`list of user ${id} after ${[...lists.keys()].join(', ')}`);
    }
  }
  return wanted;
};

/** Records the versions of lists that were locked; users of `userIds` without a version were deleted. */
export const noteLists = (
  db: Writer,
  userIds: Iterable<number>,
  versions: ReadonlyMap<number, number>,
): void => {
  const { lists } = heldBy(db);
  for (const id of userIds) lists.set(id, versions.get(id));
};

/** The version that a list got in this transaction; undefined where it is not held or its user was deleted. */
export const heldVersion = (db: Writer, userId: number): number | undefined =>
  heldBy(db).lists.get(userId);

/** After a rollback to a savepoint before all locks. */
export const forgetLocks = (db: Writer): void => {
  locks.delete(db);
};
