// Takes an added pin off the list again, and the unit out of the parcel list where it came with the pin.
import { z } from 'zod';
import type { Writer } from '../../database/connection.ts';
import { lockCircles, lockUnitsOf } from '../lists/lock-circles.commands.ts';
import { takeAddedPinsOff, type UndoneEntry } from '../lists/undo-pins.commands.ts';
import { takeAddedOut } from './undo-upload.commands.ts';

const addedPin = z.object({ circle_id: z.number(), unit_is_new: z.boolean() });

/** @throws AppError conflict where the pin was surveyed or taken off, or its unit is on another list, since */
export const undoAddPin = async (
  db: Writer,
  entry: UndoneEntry & { details: unknown },
): Promise<number> => {
  const { circle_id, unit_is_new } = addedPin.parse(entry.details);
  await lockUnitsOf(db, [circle_id], 'together');
  await lockCircles(db, [circle_id], 'units removed');
  const pins = await takeAddedPinsOff(db, entry.id);
  if (unit_is_new) await takeAddedOut(db, entry.id, 1);
  return pins;
};
