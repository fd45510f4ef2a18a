// Undoes a change by a new change with its own audit entry. The module that made a change knows how to
// undo it.
import { type ActivityAction, activityActions, undoDays } from '@survey/contract';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Database, Writer } from '../../database/connection.ts';
import { withRetry } from '../../database/deadlocks.ts';
import { uploadTransaction } from '../../database/upload-transaction.ts';
import { say, telling } from '../../say.ts';
import { undoSplitCircle } from '../lists/split-circle.commands.ts';
import { undoDeleteCircle, undoReplaceCircle } from '../lists/undo-circles.commands.ts';
import { setStatusesBack } from '../lists/undo-pins.commands.ts';
import { undoDeletePin, undoTransfer } from '../lists/undo-transfer.commands.ts';
import { undoReview } from '../reports/review-report.commands.ts';
import { undoSetAside } from '../reports/set-aside.commands.ts';
import { undoPinStatus, undoSendBack } from '../reports/undo-pin-status.commands.ts';
import { undoCorrectUnit } from '../units/correct-unit.commands.ts';
import { undoAddPin } from '../units/undo-add-pin.commands.ts';
import { undoUpload } from '../units/undo-upload.commands.ts';
import { undoWithdrawUnit } from '../units/withdraw-unit.commands.ts';
import { isVisible } from './activity.queries.ts';

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
  what: 'pins' | 'pins-and-reports' | 'reports' | 'units';
}

const kinds: { [Action in ActivityAction]?: Kind } = {
  'delete-pin': { undo: undoDeletePin, what: 'pins' },
  'add-pin': { undo: undoAddPin, what: 'pins' },
  'delete-circle': { undo: undoDeleteCircle, what: 'pins' },
  'replace-circle-pins': { undo: undoReplaceCircle, what: 'pins' },
  'split-circle': { undo: undoSplitCircle, what: 'pins' },
  'transfer-pins': { undo: undoTransfer, what: 'pins' },
  'change-status-bulk': { undo: (db, entry) => setStatusesBack(db, entry.id), what: 'pins' },
  'change-pin-status': { undo: undoPinStatus, what: 'pins-and-reports' },
  'send-back-reports': { undo: undoSendBack, what: 'pins-and-reports' },
  'review-reports': { undo: undoReview, what: 'reports' },
  'set-aside-reports': { undo: undoSetAside, what: 'reports' },
  'make-report-current': { undo: undoSetAside, what: 'reports' },
  'correct-unit': { undo: undoCorrectUnit, what: 'units' },
  'withdraw-unit': { undo: undoWithdrawUnit, what: 'units' },
  'store-records': { undo: undoUpload, what: 'units' },
};

/**
 * Reads the entry and locks it, so that it is undone only once.
 * @throws AppError not-found, also for entries that the actor may not see; conflict with the reason
 */
const lockUndoable = async (db: Writer, actor: Actor, id: number): Promise<UndoableEntry> => {
  const entry = await db
    .selectFrom('audit_entries')
    .select(['id', 'at', 'action', 'subject', 'details', 'is_undoable'])
    .select(sql<boolean>`at < now() - make_interval(days => ${undoDays})`.as('is_too_old'))
    .where('id', '=', id)
    .where(isVisible(actor))
    .forUpdate()
    .executeTakeFirst();
  if (!entry) throw new AppError('not-found', say('no-entry', { id }));
  const undoing = await db
    .selectFrom('audit_entries')
    .select(['id', 'actor'])
    .where('undoes', '=', id)
    .executeTakeFirst();
  if (undoing)
    throw new AppError('conflict', say('undo-already', { user: undoing.actor, entry: undoing.id }));
  if (!entry.is_undoable) throw new AppError('conflict', say('undo-permanent'));
  if (entry.is_too_old) throw new AppError('conflict', say('undo-too-old', { days: undoDays }));
  return entry;
};

/** Messages for violated constraints: something that the undo needs was restored or removed since. */
const keyErrors = ['23503', '23505'];

interface Undone {
  rows: number;
  what: Kind['what'];
}

const undoIn = async (db: Writer, actor: Actor, id: number): Promise<Undone> => {
  const entry = await lockUndoable(db, actor, id);
  const action = entry.action as ActivityAction;
  const kind = kinds[action];
  if (!kind) throw new AppError('conflict', say('undo-permanent'));
  const rows = await kind.undo(db, entry).catch((error: Error & { code?: string }) => {
    if (!keyErrors.includes(error.code ?? '')) throw error;
    throw new AppError('conflict', say('undo-changed'));
  });
  await audit(db, actor, {
    action: 'undo',
    subject: `${activityActions[action]}: ${entry.subject}`,
    rowCount: rows,
    undoes: id,
    details: { entry: id, action },
  });
  return { rows, what: kind.what };
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
    uploadTransaction(database, actor, async (db) => {
      const { rows, what } = await undoIn(db, actor, id);
      const told = telling(`undone-${what}`, { count: rows });
      return { success: true, ...told, rows, id: await idOfUndo(db, id) };
    }),
  );

/** Carries the result of a dry run out of the transaction that it rolls back. */
class DryRun extends Error {
  readonly answer: Undone;

  constructor(answer: Undone) {
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
      uploadTransaction(database, actor, async (db): Promise<never> => {
        throw new DryRun(await undoIn(db, actor, id));
      }),
    );
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    const { rows, what } = error.answer;
    return { success: true, ...telling(`as-before-${what}`, { count: rows }), rows };
  }
};
