// Takes an added pin off the list again, and the unit out of the parcel list where it came with the pin.
import { z } from 'zod';
import type { Writer } from '../../database/connection.ts';
import { nextVersionsToChangeHolders } from '../lists/change-holders.commands.ts';
import { lockCircles, lockUnitsOf } from '../lists/lock-circles.commands.ts';
import { takeAddedPinsOff, type UndoneEntry, usersOfPins } from '../lists/undo-pins.commands.ts';
import { takeAddedOut } from './undo-upload.commands.ts';

const addedPin = z.object({ circle_id: z.number(), unit_is_new: z.boolean() });

/** @throws AppError conflict where the pin was surveyed or taken off, or its unit is on another list, since */
export const undoAddPin = async (
  db: Writer,
  entry: UndoneEntry & { details: unknown },
): Promise<number> => {
  const { circle_id, unit_is_new } = addedPin.parse(entry.details);
  await lockUnitsOf(db, [circle_id], 'together');
  const circles = await lockCircles(db, [circle_id], 'units removed');
  await nextVersionsToChangeHolders(db, await usersOfPins(db, entry.id), circles);
  const pins = await takeAddedPinsOff(db, entry.id);
  if (unit_is_new) await takeAddedOut(db, entry.id, 1);
  return pins;
};
