// Many reports sent back (R18).
import {
  type NoteText,
  type ReportFilters,
  type SendBackProgress,
  selectionLimits,
} from '@survey/contract';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { type Actor, audit, reserveEntry } from '../../database/audit.ts';
import type { Database, Writer } from '../../database/connection.ts';
import { lockListsOfPins, sendPinsBack } from '../lists/send-back-pins.commands.ts';
import { recordPinsOfUsers } from '../lists/undo-records.commands.ts';
import { addNotes } from '../notes/notes.commands.ts';
import { linesOfParts, type Notify } from './bulk-batches.ts';
import { lockReviewable, sentBackBy } from './review-state.ts';

interface Part {
  ids: readonly number[];
  /** Counted from 1. */
  number: number;
  filters: ReportFilters;
  /** For the surveyors of all of them; null where they get none. */
  note: NoteText | null;
}

type PartResult = Pick<
  SendBackProgress,
  'sent_back' | 'already' | 'left_out' | 'replaced' | 'undo_entries'
>;

const reportsOf = (db: Writer, ids: readonly number[]) =>
  db
    .selectFrom('reports')
    .select(['id', 'username', 'circle', 'circle_key', 'pin', 'resubmission'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('replaced_by', 'is', null)
    .orderBy('id')
    .execute();

/** Marks reports as sent back; returns those that were not before, with their earlier states. */
const markSentBack = async (db: Writer, actor: Actor, ids: readonly number[]) => {
  const before = await lockReviewable(db, ids).select('resubmission').execute();
  await db
    .updateTable('reports')
    .set({ resubmission: 1, ...sentBackBy(actor) })
    .where(sql<boolean>`id = any(${before.map(({ id }) => id)}::bigint[])`)
    .execute();
  return before;
};

/** Circles, lists, pins, reports: the order in which every change takes its locks (ADR 38). */
const sendPartBack = async (
  db: Writer,
  actor: Actor,
  { ids, number, filters, note }: Part,
): Promise<PartResult> => {
  await lockListsOfPins(db, await reportsOf(db, ids));
  // Read again: a phone may have replaced some of them while this transaction waited for the lists.
  const known = await reportsOf(db, ids);
  const entryId = await reserveEntry(db);
  const pinsBefore = await sendPinsBack(db, known, entryId);
  const left = known.filter((_, at) => !pinsBefore[at]);
  const sendable = known.filter((_, at) => pinsBefore[at]).map(({ id }) => id);
  const marked = await markSentBack(db, actor, sendable);
  const entries: number[] = [];
  if (marked.length > 0) {
    if (note) {
      const isMarked = new Set(marked.map(({ id }) => id));
      const noted = known.filter(({ id }) => isMarked.has(id));
      await addNotes(db, actor, noted, note, { state: 'sent_back', isToSurveyor: true });
    }
    await recordPinsOfUsers(
      db,
      entryId,
      pinsBefore.filter((pin) => pin !== undefined),
    );
    await audit(db, actor, {
      action: 'send-back-reports',
      subject: `${marked.length} reports, part ${number}`,
      rowCount: marked.length,
      undoableAs: entryId,
      details: {
        reports: marked,
        filters,
        left_out: left.map(({ id }) => id),
        ...(note && { note: note.text }),
      },
    });
    entries.push(entryId);
  }
  return {
    sent_back: marked.length,
    already: sendable.length - marked.length,
    left_out: {
      count: left.length,
      first: left.map(({ username, circle, pin }) => ({ username, circle, pin })),
    },
    replaced: ids.length - known.length,
    undo_entries: entries,
  };
};

const add = (progress: SendBackProgress, part: PartResult): SendBackProgress => ({
  ...progress,
  sent_back: progress.sent_back + part.sent_back,
  already: progress.already + part.already,
  replaced: progress.replaced + part.replaced,
  undo_entries: [...progress.undo_entries, ...part.undo_entries],
  left_out: {
    count: progress.left_out.count + part.left_out.count,
    first: [...progress.left_out.first, ...part.left_out.first].slice(0, selectionLimits.named),
  },
});

interface Work {
  ids: Float64Array;
  filters: ReportFilters;
  note: NoteText | null;
  log: FastifyBaseLogger;
  /** Notifies open consoles of each committed batch. */
  notify: Notify;
}

/** Sends the reports back; yields the lines of `linesOfParts`. */
export const sendBackInParts = (
  database: Database,
  actor: Actor,
  { filters, note, ...work }: Work,
): AsyncGenerator<string> =>
  linesOfParts<SendBackProgress>(database, {
    ...work,
    start: {
      sent_back: 0,
      already: 0,
      replaced: 0,
      left_out: { count: 0, first: [] },
      undo_entries: [],
    },
    work: async (db, part, before) =>
      add(before, await sendPartBack(db, actor, { ...part, filters, note })),
  });
