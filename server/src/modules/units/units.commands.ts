// Spreadsheet data upload (spec 2 /UPLOAD, R9).
import { circleKey, type ReplyOf, type storeRecords as storeRecordsCall } from '@survey/contract';
import { type Actor, audit, reserveEntry, rowsOf } from '../../database/audit.ts';
import type { Database, Writer } from '../../database/connection.ts';
import { withRetryFromHere } from '../../database/deadlocks.ts';
import { uploadTransaction } from '../../database/upload-transaction.ts';
import type { RowBatch } from '../../plugins/json-rows.ts';
import { RefusedRows } from '../../plugins/refused-rows.ts';
import { telling } from '../../say.ts';
import { ensureCircles } from '../lists/circles.commands.ts';
import { circlesOfKeys, lockUnitsOf } from '../lists/lock-circles.commands.ts';
import { noteChangedUnits } from '../lists/pin-lists.commands.ts';
import { readUnitRow, stagedLine } from './unit-rows.ts';
import {
  addUnassignable,
  addUnits,
  changedUnitIds,
  copyIntoStaging,
  createStaging,
  findUnits,
  updateUnits,
  waitForMyTurn,
} from './units.queries.ts';

type Stored = ReplyOf<typeof storeRecordsCall>;

/** Counted while the rows pass. */
interface Seen {
  rows: number;
  unassignable: number;
  /** Circle key to the first spelling of the name. */
  circles: Map<string, string>;
}

async function* stagedLines(batches: AsyncIterable<RowBatch>, seen: Seen) {
  const refused = new RefusedRows('records');
  for await (const { first, rows, isPlain } of batches) {
    let lines = '';
    for (const [offset, row] of rows.entries()) {
      const index = first + offset;
      const unit = refused.guard(index, () => readUnitRow(row, isPlain));
      if (!unit) continue;
      const { Circle, Pin } = unit.known;
      if (Circle && !seen.circles.has(circleKey(Circle)))
        seen.circles.set(circleKey(Circle), Circle);
      if (!Circle || !Pin) seen.unassignable += 1;
      seen.rows += 1;
      lines += stagedLine(index, unit);
    }
    yield lines;
  }
  refused.throwIfAny();
}

const shown = (count: number): string => count.toLocaleString('en');

const toldOf = ({ unassignable, ...counts }: Omit<Stored, 'message' | 'said'>) => {
  const done = {
    stored: shown(counts.stored),
    updated: shown(counts.updated),
    unchanged: shown(counts.unchanged),
  };
  return unassignable === 0
    ? telling('upload-done', done)
    : telling('upload-done-unassignable', { ...done, unassignable });
};

/**
 * Merges the staged rows into the units. Until the end nobody else adds units to the circles by hand; the circles may
 * be
 * assigned until the lists with changed units are locked.
 */
const merge = async (
  db: Writer,
  actor: Actor,
  seen: Seen,
  file: string | undefined,
): Promise<Stored> => {
  await waitForMyTurn(db);
  const newCircles = await ensureCircles(db, [...seen.circles.values()]);
  await lockUnitsOf(db, await circlesOfKeys(db, [...seen.circles.keys()]), 'alone');
  await findUnits(db);
  const entryId = await reserveEntry(db);
  const updated = await updateUnits(db, entryId);
  const stored = await addUnits(db, entryId);
  if (updated > 0) await noteChangedUnits(db, changedUnitIds);
  const newUnassignable = seen.unassignable > 0 ? await addUnassignable(db, entryId) : 0;
  const { rows, unassignable } = seen;
  const unchanged = rows - unassignable - stored - updated;
  const counts = { success: true, stored, updated, unchanged, unassignable };
  await audit(db, actor, {
    action: 'store-records',
    subject: rowsOf(rows, file),
    rowCount: stored + updated + newUnassignable,
    undoableAs: entryId,
    details: {
      stored,
      updated,
      unchanged,
      unassignable,
      circles: seen.circles.size,
      new_circle_ids: newCircles,
      added: stored + newUnassignable,
    },
  });
  const hasChanged = stored + updated + newUnassignable > 0;
  return {
    ...counts,
    ...toldOf(counts),
    ...(hasChanged && { undo_entry: entryId }),
  };
};

/**
 * Stores the rows of a sheet, all or nothing. Locks are taken only after all rows have arrived.
 * @param file the name of the sheet, for Activity
 * @returns `stored`, `updated` and `unchanged` count rows with circle and PIN, and a row that a later
 *   one of the same upload replaces counts as unchanged; with `unassignable` they add up to the rows sent
 * @throws AppError invalid-input naming the rows that cannot be stored
 */
export const storeRecords = (
  database: Database,
  actor: Actor,
  batches: AsyncIterable<RowBatch>,
  file?: string,
): Promise<Stored> =>
  uploadTransaction(database, actor, async (db, copyIn) => {
    const seen: Seen = { rows: 0, unassignable: 0, circles: new Map() };
    await createStaging(db);
    await copyIn(copyIntoStaging, stagedLines(batches, seen));
    return withRetryFromHere(db, () => merge(db, actor, seen, file));
  });
