// Takes one unit out of the parcel list, off all lists; its reports stay, and are no surveyed unit any more.
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import { type Actor, audit, reserveEntry } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import { say, telling } from '../../say.ts';
import { circleNamed, circleToChange } from '../lists/circles.queries.ts';
import { lockCircles, lockUnitsOf } from '../lists/lock-circles.commands.ts';
import { nextVersionsOfListsLeft } from '../lists/pin-lists.commands.ts';
import { takeUnitOff } from '../lists/take-unit-off.commands.ts';
import { putPinsBack, type UndoneEntry } from '../lists/undo-pins.commands.ts';
import { linkReports } from '../reports/link-reports.commands.ts';
import { reportsOfPin, unitToChange } from './unit-details.queries.ts';

/**
 * Withdraws a unit.
 * @throws AppError not-found for an unknown circle or PIN
 */
export const withdrawUnit = async (
  db: Writer,
  actor: Actor,
  given: { circle: string; pin: string },
) => {
  const { id: circleId } = await circleNamed(db, given.circle);
  await lockUnitsOf(db, [circleId], 'together');
  const circle = await circleToChange(db, given.circle, 'units removed');
  const entryId = await reserveEntry(db);
  const usernames = await takeUnitOff(db, { circleId, pin: given.pin }, entryId);
  const unit = await unitToChange(db, circle, given.pin);
  const { reports } = await reportsOfPin(db, circle, given.pin);
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    delete from units where id = ${unit.id} returning row_to_json(units) as row`.execute(db);
  await audit(db, actor, {
    action: 'withdraw-unit',
    subject: `${circle.name} ${given.pin}`,
    rowCount: 1 + usernames.length,
    undoableAs: entryId,
    details: {
      circle: circle.name,
      circle_id: circleId,
      pin: given.pin,
      usernames,
      reports,
      before: rows[0]?.row ?? {},
    },
  });
  return {
    success: true,
    ...telling('unit-withdrawn', { pin: given.pin, lists: usernames.length, reports }),
    lists: usernames.length,
    reports,
    undo_entry: entryId,
  };
};

const withdrawal = z.object({
  circle: z.string(),
  circle_id: z.number(),
  pin: z.string(),
  before: z.looseObject({ id: z.number() }),
});

/** Puts a withdrawn unit back, with its reports, on the lists that had it. */
export const undoWithdrawUnit = async (
  db: Writer,
  entry: UndoneEntry & { details: unknown },
): Promise<number> => {
  const { circle, circle_id, pin, before } = withdrawal.parse(entry.details);
  await lockUnitsOf(db, [circle_id], 'together');
  const [found] = await lockCircles(db, [circle_id], 'new holders');
  if (found === undefined) throw new AppError('conflict', say('undo-circle-gone', { circle }));
  const { rows } = await sql<{ user_id: number }>`
    select user_id from undo_pins where entry_id = ${entry.id}`.execute(db);
  await nextVersionsOfListsLeft(
    db,
    rows.map(({ user_id }) => user_id),
  );
  // A unit with this PIN that came since is refused by its index, and told as changed.
  await sql`
    insert into units overriding system value
    select * from json_populate_record(null::units, ${JSON.stringify(before)}::json)`.execute(db);
  await linkReports(db, { circle, pin, unitId: before.id });
  await putPinsBack(db, entry, { circleId: circle_id });
  return 1;
};
