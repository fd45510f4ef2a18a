import { circleKey } from '@survey/contract';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import type { RowBatch } from '../../plugins/json-rows.ts';
import { RefusedRows } from '../../plugins/refused-rows.ts';
import { readStatusRow } from './status-rows.ts';

interface FileRow {
  circle_key: string;
  pin: string;
  /** Counted from 1. */
  row_number: string;
}

/**
 * Finds the rows whose circle and pin are on nobody's list.
 * @returns their positions, counted from 0, in order
 * @throws AppError invalid-input naming the invalid rows
 */
export const findUnmatchedRows = async (
  db: Reader,
  batches: AsyncIterable<RowBatch>,
): Promise<number[]> => {
  const refused = new RefusedRows('pins');
  const circleKeys: string[] = [];
  const pins: string[] = [];
  for await (const { first, rows } of batches) {
    for (const [offset, row] of rows.entries()) {
      const status = refused.guard(first + offset, () => readStatusRow(row));
      if (!status) continue;
      circleKeys.push(circleKey(status.circle));
      pins.push(status.pin);
    }
  }
  refused.throwIfAny();
  const file = sql<FileRow>`unnest(${circleKeys}::text[], ${pins}::text[]) with ordinality`;
  const unmatched = await db
    .selectFrom(file.as<'file'>(sql`file (circle_key, pin, row_number)`))
    .select('row_number')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('circles')
            .innerJoin('units', 'units.circle_id', 'circles.id')
            .innerJoin('assigned_pins', 'assigned_pins.unit_id', 'units.id')
            .whereRef('circles.key', '=', 'file.circle_key')
            .whereRef('units.pin', '=', 'file.pin'),
        ),
      ),
    )
    .orderBy('row_number')
    .execute();
  return unmatched.map(({ row_number }) => Number(row_number) - 1);
};
