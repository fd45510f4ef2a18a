import type { newPin } from '@survey/contract';
import type { z } from 'zod';
import type { Writer } from '../../database/connection.ts';
import { expectUnitSet } from '../../database/lock-order.ts';

type UnitFields = Omit<z.output<typeof newPin>, 'username' | 'circle' | 'status'>;

/** The fields of the parcel list as columns of `units`. */
export const parcelValues = (fields: Omit<UnitFields, 'pin'>) => ({
  ratingarea: fields.ratingarea,
  locality: fields.Locality,
  block: fields.Block,
  street_address: fields.Street_Address,
  owner_name: fields.OwnerName,
  road: fields.Road,
});

/**
 * Adds one unit where circle + PIN is new; an existing unit stays unchanged (R13). The caller holds the
 * circle's units (lists/lock-circles.commands.ts).
 * @param entryId the audit entry that added it, for undo
 * @returns its id
 */
export const addUnit = async (
  db: Writer,
  { circleId, pin, ...fields }: UnitFields & { circleId: number },
  entryId: number,
): Promise<{ id: number; isNew: boolean }> => {
  expectUnitSet(db, circleId);
  const added = await db
    .insertInto('units')
    .values({
      circle_id: circleId,
      pin,
      ...parcelValues(fields),
      changed_by: entryId,
    })
    .onConflict((conflict) => conflict.columns(['circle_id', 'pin']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) return { id: added.id, isNew: true };
  const { id } = await db
    .selectFrom('units')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('pin', '=', pin)
    .executeTakeFirstOrThrow();
  return { id, isNew: false };
};
