import type { newPin } from '@survey/contract';
import type { z } from 'zod';
import { type Actor, audit, reserveEntry } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import { telling } from '../../say.ts';
import { notAssigned } from '../lists/assignments.commands.ts';
import { nextVersionsToChangeHolders } from '../lists/change-holders.commands.ts';
import { circleNamed, circleToChange, isAssigned } from '../lists/circles.queries.ts';
import { lockUnitsOf } from '../lists/lock-circles.commands.ts';
import { mobileUserNamed } from '../lists/mobile-users.queries.ts';
import { putOnList } from '../lists/pins.commands.ts';
import { recordPins } from '../lists/undo-records.commands.ts';
import { addUnit } from './add-unit.commands.ts';

/**
 * Adds a pin to a user's list, and the unit where circle + pin is new (R13).
 * @throws AppError not-found for an unknown user or circle and where the user does not have the circle;
 *   pin-exists where the pin is on the list
 */
export const addPin = async (
  db: Writer,
  actor: Actor,
  { username, circle: circleGiven, status, ...unit }: z.output<typeof newPin>,
) => {
  const user = await mobileUserNamed(db, username);
  // Waits for an upload of the circle's units, which would otherwise miss this unit or take it for its own.
  await lockUnitsOf(db, [(await circleNamed(db, circleGiven)).id], 'together');
  const circle = await circleToChange(db, circleGiven, 'new holders');
  const versions = await nextVersionsToChangeHolders(db, [user.id], [circle.id]);
  const entryId = await reserveEntry(db);
  const { id: unitId, isNew } = await addUnit(db, { ...unit, circleId: circle.id }, entryId);
  if (!(await isAssigned(db, { userId: user.id, circleId: circle.id }))) {
    throw notAssigned(circle.name, user.username);
  }
  const id = await putOnList(db, {
    user_id: user.id,
    circle_id: circle.id,
    unit_id: unitId,
    status,
    version: versions.get(user.id) as number,
    changed_by: entryId,
  });
  await recordPins(db, {
    entryId,
    userId: user.id,
    part: 'added',
    pins: [{ id, unit_id: unitId, status, changed_by: null }],
  });
  await audit(db, actor, {
    action: 'add-pin',
    subject: `${circle.name} ${unit.pin} to ${user.username}`,
    rowCount: 1,
    undoableAs: entryId,
    details: {
      username: user.username,
      circle: circle.name,
      circle_id: circle.id,
      unit_id: unitId,
      unit_is_new: isNew,
      after: { ...unit, status },
    },
  });
  return { success: true, ...telling('pin-added', { pin: unit.pin }), id, undo_entry: entryId };
};
