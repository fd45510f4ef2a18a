import type { Insertable } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Actor, audit, reserveEntry } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import { say, telling } from '../../say.ts';
import { assignCircle, notAssigned, unassignCircle } from './assignments.commands.ts';
import { nextVersionsToChangeHolders } from './change-holders.commands.ts';
import { moveCirclePins } from './circle-pins.commands.ts';
import { circleToChange, isAssigned } from './circles.queries.ts';
import { lockCircles } from './lock-circles.commands.ts';
import { mobileUserNamed } from './mobile-users.queries.ts';
import { listedPin } from './pins.queries.ts';
import { recordPins } from './undo-records.commands.ts';

/**
 * Adds a unit to the list of a user who has its circle. The caller holds the lock of the list.
 * @returns the id of the pin
 * @throws AppError pin-exists where the unit is on the list
 */
export const putOnList = async (
  db: Writer,
  pin: Pick<
    Insertable<Tables['assigned_pins']>,
    'user_id' | 'circle_id' | 'unit_id' | 'status' | 'version' | 'changed_by'
  >,
): Promise<number> => {
  const added = await db
    .insertInto('assigned_pins')
    .values(pin)
    .onConflict((conflict) => conflict.columns(['user_id', 'unit_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw new AppError('pin-exists', say('pin-exists'));
  return added.id;
};

/**
 * Removes a pin from the list that has it; the unit stays (R13).
 * @throws AppError not-found, also where the pin has moved to another list meanwhile
 */
export const deletePin = async (db: Writer, actor: Actor, { id }: { id: number }) => {
  const found = await listedPin(db, id);
  if (!found) throw new AppError('not-found', say('no-pin', { id }));
  await lockCircles(db, [found.circle_id], 'new holders');
  const versions = await nextVersionsToChangeHolders(db, [found.user_id], [found.circle_id]);
  const gone = await db
    .deleteFrom('assigned_pins')
    .where('id', '=', id)
    .where('user_id', '=', found.user_id)
    .returning(['status', 'changed_by'])
    .executeTakeFirst();
  if (!gone) {
    throw new AppError(
      'not-found',
      say('pin-left-list', { pin: String(found.pin), username: found.username }),
    );
  }
  await db
    .insertInto('removed_pins')
    .values({
      user_id: found.user_id,
      assigned_pin_id: id,
      version: versions.get(found.user_id) as number,
    })
    .execute();
  const { username, circle, pin, unit_id } = found;
  const entryId = await reserveEntry(db);
  await recordPins(db, {
    entryId,
    userId: found.user_id,
    part: 'removed',
    pins: [{ id, unit_id, ...gone }],
  });
  await audit(db, actor, {
    action: 'delete-pin',
    subject: `${circle} ${pin} from ${username}`,
    rowCount: 1,
    undoableAs: entryId,
    details: {
      username,
      circle,
      user_id: found.user_id,
      circle_id: found.circle_id,
      before: { id, unit_id, pin, status: gone.status },
    },
  });
  return { success: true, ...telling('pin-deleted', { pin: String(pin) }), undo_entry: entryId };
};

/**
 * Moves a circle with all its pins and statuses to another user (R12).
 * @throws AppError not-found for an unknown user or circle and where the source does not have it;
 *   invalid-input where both are the same user; conflict where the target is blocked
 */
export const transferPins = async (
  db: Writer,
  actor: Actor,
  given: { source_user: string; target_user: string; circle: string },
) => {
  const source = await mobileUserNamed(db, given.source_user);
  const target = await mobileUserNamed(db, given.target_user);
  const circle = await circleToChange(db, given.circle, 'new holders');
  if (source.id === target.id) {
    throw new AppError('invalid-input', say('transfer-to-self'), {
      errors: { target_user: [say('transfer-other-user')] },
    });
  }
  if (!target.is_active) {
    throw new AppError('conflict', say('transfer-to-blocked', { username: target.username }));
  }
  const versions = await nextVersionsToChangeHolders(db, [source.id, target.id], [circle.id]);
  if (!(await isAssigned(db, { userId: source.id, circleId: circle.id }))) {
    throw notAssigned(circle.name, source.username);
  }
  const isNew = (await assignCircle(db, [target.id], circle.id)) > 0;
  const entryId = await reserveEntry(db);
  const { moved, merged } = await moveCirclePins(
    db,
    { sourceId: source.id, targetId: target.id, circleId: circle.id },
    versions,
    entryId,
  );
  const assignedAt = await unassignCircle(db, { userId: source.id, circleId: circle.id });
  await audit(db, actor, {
    action: 'transfer-pins',
    subject: `${circle.name} from ${source.username} to ${target.username}`,
    rowCount: moved + merged,
    undoableAs: entryId,
    details: {
      circle: circle.name,
      source_user: source.username,
      target_user: target.username,
      target_is_new: isNew,
      moved,
      merged,
      circle_id: circle.id,
      source_id: source.id,
      target_id: target.id,
      assigned_at: assignedAt,
    },
  });
  const told = { moved, target: target.username };
  return {
    success: true,
    ...(merged > 0
      ? telling('pins-transferred-merged', { ...told, there: merged })
      : telling('pins-transferred', told)),
    moved,
    already_there: merged,
    undo_entry: entryId,
  };
};
