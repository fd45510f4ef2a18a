// Bulk pin status update (spec 2 /status, R14 and R15).
import {
  type changeStatusBulk as changeStatusBulkCall,
  circleKey,
  type ReplyOf,
} from '@survey/contract';
import { type Actor, audit, reserveEntry, rowsOf } from '../../database/audit.ts';
import type { Database, Writer } from '../../database/connection.ts';
import { withRetryFromHere } from '../../database/deadlocks.ts';
import { uploadTransaction } from '../../database/upload-transaction.ts';
import type { RowBatch } from '../../plugins/json-rows.ts';
import { RefusedRows } from '../../plugins/refused-rows.ts';
import { telling } from '../../say.ts';
import {
  copyIntoStaging,
  createStaging,
  lockListsOfCircles,
  setStagedStatuses,
} from './bulk-status.commands.ts';
import { readStatusRow, stagedLine } from './status-rows.ts';

/** Counted while the rows pass. */
interface Seen {
  rows: number;
  circleKeys: Set<string>;
}

async function* stagedLines(batches: AsyncIterable<RowBatch>, seen: Seen) {
  const refused = new RefusedRows('pins');
  for await (const { first, rows, isPlain } of batches) {
    let lines = '';
    for (const [offset, row] of rows.entries()) {
      const index = first + offset;
      const status = refused.guard(index, () => readStatusRow(row));
      if (!status) continue;
      const key = circleKey(status.circle);
      seen.circleKeys.add(key);
      seen.rows += 1;
      lines += stagedLine(index, status, key, isPlain);
    }
    yield lines;
  }
  refused.throwIfAny();
}

const setStatuses = async (
  db: Writer,
  actor: Actor,
  seen: Seen,
  file: string | undefined,
): Promise<ReplyOf<typeof changeStatusBulkCall>> => {
  const userIds = await lockListsOfCircles(db, [...seen.circleKeys]);
  const entryId = await reserveEntry(db);
  const { matched, changed, unmatched, rows_unmatched } = await setStagedStatuses(
    db,
    userIds,
    entryId,
  );
  await audit(db, actor, {
    action: 'change-status-bulk',
    subject: rowsOf(seen.rows, file),
    rowCount: changed,
    undoableAs: entryId,
    details: {
      rows: seen.rows,
      matched,
      changed,
      unmatched: unmatched.count,
      rows_unmatched,
      circles: seen.circleKeys.size,
      users: userIds.length,
    },
  });
  const rows = { matched: seen.rows - rows_unmatched, unmatched: rows_unmatched };
  return {
    success: true,
    ...(rows.matched > 0
      ? telling('statuses-done', { count: seen.rows })
      : telling('statuses-matched-none')),
    updated: matched,
    rows,
    unmatched,
    ...(changed > 0 && { undo_entry: entryId }),
  };
};

/**
 * Sets the status of every assigned pin that a row names, on all lists, in one transaction; of rows with
 * the same circle and pin the last one counts. Property reports stay unchanged. Locks are taken only
 * after all rows have arrived.
 * @param file the name of the sheet, for Activity
 * @returns `updated` counts assigned pins that now have the file's status, changed or not, so that the
 *   same file again has the same answer
 * @throws AppError invalid-input naming the invalid rows
 */
export const changeStatusBulk = (
  database: Database,
  actor: Actor,
  batches: AsyncIterable<RowBatch>,
  file?: string,
): Promise<ReplyOf<typeof changeStatusBulkCall>> =>
  uploadTransaction(database, actor, async (db, copyIn) => {
    const seen: Seen = { rows: 0, circleKeys: new Set() };
    await createStaging(db);
    await copyIn(copyIntoStaging, stagedLines(batches, seen));
    return withRetryFromHere(db, () => setStatuses(db, actor, seen, file));
  });
