// Corrects one unit of the parcel list. A PIN changes only while no report carries it: reports keep the names that they
// came with (ADR 6).
import { type calls, correctedColumns, type HandlerInput } from '@survey/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import { type Actor, audit, reserveEntry } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import { say, telling } from '../../say.ts';
import { type Circle, circleNamed } from '../lists/circles.queries.ts';
import { lockUnitsOf } from '../lists/lock-circles.commands.ts';
import { noteChangedUnits } from '../lists/pin-lists.commands.ts';
import { refuseIf, type UndoneEntry } from '../lists/undo-pins.commands.ts';
import { parcelValues } from './add-unit.commands.ts';
import { reportsOfPin, type UnitRow, unitToChange } from './unit-details.queries.ts';

const fieldNames = ['pin', ...correctedColumns] as const;
type Fields = Pick<UnitRow, (typeof fieldNames)[number]>;

const fieldsOf = (unit: Fields): Fields =>
  Object.fromEntries(fieldNames.map((name) => [name, unit[name]])) as unknown as Fields;

/** Refuses another PIN where that is taken, or where reports carry the present one. */
const refuseRename = async (
  db: Writer,
  circle: Circle,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const taken = await db
    .selectFrom('units')
    .select('id')
    .where('circle_id', '=', circle.id)
    .where('pin', '=', to)
    .executeTakeFirst();
  if (taken) {
    throw new AppError('pin-exists', say('pin-exists'), {
      errors: { new_pin: [say('pin-exists')] },
    });
  }
  const { reports } = await reportsOfPin(db, circle, from);
  if (reports > 0) {
    throw new AppError('conflict', say('unit-has-reports', { pin: from, count: reports }));
  }
};

const writeUnit = async (
  db: Writer,
  id: number,
  fields: Fields,
  entryId: number | null,
): Promise<void> => {
  await db
    .updateTable('units')
    .set({
      pin: fields.pin,
      ...parcelValues(fields),
      changed_by: entryId,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
};

/**
 * Corrects a unit.
 * @throws AppError not-found for an unknown circle or PIN; pin-exists where the new PIN is taken; conflict where reports
 *   carry the present one
 */
export const correctUnit = async (
  db: Writer,
  actor: Actor,
  { circle: name, pin, new_pin, ...columns }: HandlerInput<typeof calls.correctUnit>['body'],
) => {
  const circle = await circleNamed(db, name);
  await lockUnitsOf(db, [circle.id], 'together');
  // Takes the circle and the lists before the unit (ADR 38).
  await noteChangedUnits(
    db,
    sql`select id from units where circle_id = ${circle.id} and pin = ${pin}`,
  );
  const unit = await unitToChange(db, circle, pin);
  const before = fieldsOf(unit);
  const given = Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  );
  const after: Fields = { ...before, ...given, pin: new_pin ?? pin };
  const changed = fieldNames.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return { success: true, ...telling('unit-as-it-was', { pin }) };
  if (after.pin !== pin) await refuseRename(db, circle, { from: pin, to: after.pin });
  const entryId = await reserveEntry(db);
  await writeUnit(db, unit.id, after, entryId);
  const only = (fields: Fields) =>
    Object.fromEntries(changed.map((field) => [field, fields[field]]));
  await audit(db, actor, {
    action: 'correct-unit',
    subject: `${circle.name} ${pin}`,
    rowCount: 1,
    undoableAs: entryId,
    details: {
      circle: circle.name,
      circle_id: circle.id,
      pin,
      unit_id: unit.id,
      before: only(before),
      after: only(after),
    },
  });
  return { success: true, ...telling('unit-corrected', { pin: after.pin }), undo_entry: entryId };
};

const columnText = z.string().optional();
const correction = z.object({
  circle: z.string(),
  circle_id: z.number(),
  unit_id: z.number(),
  before: z.object({
    pin: columnText,
    ratingarea: columnText,
    Locality: columnText,
    Block: columnText,
    Street_Address: columnText,
    OwnerName: columnText,
    Road: columnText,
  }),
});

/** @throws AppError conflict where the unit was changed, withdrawn or, under its new PIN, reported since */
export const undoCorrectUnit = async (
  db: Writer,
  entry: UndoneEntry & { details: unknown },
): Promise<number> => {
  const { circle, circle_id, unit_id, before } = correction.parse(entry.details);
  await lockUnitsOf(db, [circle_id], 'together');
  await noteChangedUnits(db, sql`select ${unit_id}::bigint`);
  const unit = await db
    .selectFrom('units')
    .select('pin')
    .where('id', '=', unit_id)
    .where('changed_by', '=', entry.id)
    .forUpdate()
    .executeTakeFirst();
  refuseIf(unit ? 0 : 1, 'undo-units-changed');
  const present = await unitToChange(db, { id: circle_id, name: circle }, String(unit?.pin));
  const was = Object.fromEntries(Object.entries(before).filter(([, value]) => value !== undefined));
  const fields: Fields = { ...fieldsOf(present), ...was };
  if (fields.pin !== present.pin) {
    const { reports } = await reportsOfPin(db, { id: circle_id, name: circle }, present.pin);
    refuseIf(reports > 0 ? 1 : 0, 'undo-units-reported');
  }
  await writeUnit(db, unit_id, fields, null);
  return 1;
};
