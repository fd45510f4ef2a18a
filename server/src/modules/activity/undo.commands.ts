// Undoes a change by a new change with its own audit entry. The module that made a change knows how to
// undo it.
import { type ActivityAction, activityActions, undoDays } from '@survey/contract';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Database, Writer } from '../../database/connection.ts';
import { withRetry } from '../../database/deadlocks.ts';
import { uploadTransaction } from '../../database/upload-transaction.ts';
import { undoDeleteCircle, undoReplaceCircle } from '../lists/undo-circles.commands.ts';
import { inTheWay, setStatusesBack } from '../lists/undo-pins.commands.ts';
import { undoDeletePin, undoTransfer } from '../lists/undo-transfer.commands.ts';
import { undoSetAside } from '../reports/set-aside.commands.ts';
import { undoPinStatus } from '../reports/undo-pin-status.commands.ts';
import { undoUpload } from '../units/undo-upload.commands.ts';

interface UndoableEntry {
  id: number;
  at: Date;
  action: string;
  subject: string;
  details: unknown;
}

/** Undoes an entry in the transaction and returns the number of restored rows. */
type Undo = (db: Writer, entry: UndoableEntry) => Promise<number>;

interface Kind {
  undo: Undo;
  what: [one: string, many: string];
}

const pins: Kind['what'] = ['pin', 'pins'];

const kinds: { [Action in ActivityAction]?: Kind } = {
  'delete-pin': { undo: undoDeletePin, what: pins },
  'delete-circle': { undo: undoDeleteCircle, what: pins },
  'replace-circle-pins': { undo: undoReplaceCircle, what: pins },
  'transfer-pins': { undo: undoTransfer, what: pins },
  'change-status-bulk': { undo: (db, entry) => setStatusesBack(db, entry.id), what: pins },
  'change-pin-status': { undo: undoPinStatus, what: ['pin or report', 'pins and reports'] },
  'set-aside-reports': { undo: undoSetAside, what: ['report', 'reports'] },
  'store-records': { undo: undoUpload, what: ['unit', 'units'] },
};

/** The entry, locked so that it is undone only once. @throws AppError not-found, conflict with the reason */
const lockUndoable = async (db: Writer, id: number): Promise<UndoableEntry> => {
  const entry = await db
    .selectFrom('audit_entries')
    .select(['id', 'at', 'action', 'subject', 'details', 'is_undoable'])
    .select(sql<boolean>`at < now() - make_interval(days => ${undoDays})`.as('is_too_old'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!entry) throw new AppError('not-found', `There is no entry ${id}.`);
  const undoing = await db
    .selectFrom('audit_entries')
    .select(['id', 'actor'])
    .where('undoes', '=', id)
    .executeTakeFirst();
  if (undoing) throw inTheWay(`${undoing.actor} has undone it already (entry ${undoing.id}).`);
  if (!entry.is_undoable) throw inTheWay('changes of this kind are permanent.');
  if (entry.is_too_old) throw inTheWay(`it is older than ${undoDays} days.`);
  return entry;
};

/** Messages for violated constraints: something that the undo needs was restored or removed since. */
const keyErrors = ['23503', '23505'];

const undoIn = async (db: Writer, actor: Actor, id: number) => {
  const entry = await lockUndoable(db, id);
  const action = entry.action as ActivityAction;
  const kind = kinds[action];
  if (!kind) throw inTheWay('changes of this kind are permanent.');
  const rows = await kind.undo(db, entry).catch((error: Error & { code?: string }) => {
    if (!keyErrors.includes(error.code ?? '')) throw error;
    throw inTheWay('what it needs has been changed since.');
  });
  await audit(db, actor, {
    action: 'undo',
    subject: `${activityActions[action]}: ${entry.subject}`,
    rowCount: rows,
    undoes: id,
    details: { entry: id, action },
  });
  const [one, many] = kind.what;
  return { rows, what: `${rows.toLocaleString('en')} ${rows === 1 ? one : many}` };
};

const idOfUndo = async (db: Writer, id: number): Promise<number> => {
  const { id: found } = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('undoes', '=', id)
    .executeTakeFirstOrThrow();
  return found;
};

/**
 * Undoes a change, all or nothing.
 * @throws AppError not-found; conflict with the reason why it cannot be undone
 */
export const undoEntry = (database: Database, actor: Actor, id: number) =>
  withRetry(() =>
    uploadTransaction(database, async (db) => {
      const { rows, what } = await undoIn(db, actor, id);
      return { success: true, message: `Undone: ${what}.`, rows, id: await idOfUndo(db, id) };
    }),
  );

/** Carries the result of a dry run out of the transaction that it rolls back. */
class DryRun extends Error {
  readonly answer: { rows: number; what: string };

  constructor(answer: { rows: number; what: string }) {
    super();
    this.answer = answer;
  }
}

/**
 * What `undoEntry` would do. It runs the undo and rolls back, so that count and refusals are the same.
 * @throws AppError as undoEntry
 */
export const dryRunUndo = async (database: Database, actor: Actor, id: number) => {
  try {
    return await withRetry(() =>
      uploadTransaction(database, async (db): Promise<never> => {
        throw new DryRun(await undoIn(db, actor, id));
      }),
    );
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    const { rows, what } = error.answer;
    return { success: true, message: `${what} will be as before.`, rows };
  }
};
