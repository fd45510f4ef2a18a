// Many reports given a state of review (ADR 64).
import type { ReportFilters, ReviewProgress } from '@survey/contract';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { type Actor, audit, reserveEntry } from '../../database/audit.ts';
import type { Database, Writer } from '../../database/connection.ts';
import { linesOfParts } from './bulk-batches.ts';
import { reviewColumns, reviewedAs } from './review-state.ts';

type State = 'new' | 'in_question' | 'accepted_unseen';

interface Part {
  ids: readonly number[];
  /** Counted from 1. */
  number: number;
  filters: ReportFilters;
  state: State;
}

/** What was looked at stays accepted; "unseen" is said only of what nobody has looked at. */
const hasState = (review: string | null, state: State): boolean =>
  (review ?? 'new') === state || (state === 'accepted_unseen' && review === 'accepted');

/** Reports alone are locked, in the order of their ids (ADR 38). */
const reviewPart = async (db: Writer, actor: Actor, { ids, number, filters, state }: Part) => {
  const current = await db
    .selectFrom('reports')
    .select(['id', ...reviewColumns])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('replaced_by', 'is', null)
    .where('resubmission', 'is distinct from', 1)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const changing = current.filter(({ review }) => !hasState(review, state));
  const counts = {
    reviewed: changing.length,
    already: current.length - changing.length,
    left_out: ids.length - current.length,
  };
  if (changing.length === 0) return { ...counts, entries: [] };
  await db
    .updateTable('reports')
    .set(reviewedAs(actor, state === 'new' ? null : state))
    .where(sql<boolean>`id = any(${changing.map(({ id }) => id)}::bigint[])`)
    .execute();
  const entryId = await reserveEntry(db);
  await audit(db, actor, {
    action: 'review-reports',
    subject: `${changing.length} reports, part ${number}`,
    rowCount: changing.length,
    undoableAs: entryId,
    details: { state, reports: changing, filters },
  });
  return { ...counts, entries: [entryId] };
};

interface Work {
  ids: Float64Array;
  filters: ReportFilters;
  state: State;
  log: FastifyBaseLogger;
  /** Called after each committed batch. */
  afterPart: () => void;
}

/** Reviews the reports; yields the lines of `linesOfParts`. */
export const reviewInParts = (
  database: Database,
  actor: Actor,
  { filters, state, ...work }: Work,
): AsyncGenerator<string> =>
  linesOfParts<ReviewProgress>(database, {
    ...work,
    start: { reviewed: 0, already: 0, left_out: 0, undo_entries: [] },
    work: async (db, part, before) => {
      const { entries, ...done } = await reviewPart(db, actor, { ...part, filters, state });
      return {
        ...before,
        reviewed: before.reviewed + done.reviewed,
        already: before.already + done.already,
        left_out: before.left_out + done.left_out,
        undo_entries: [...before.undo_entries, ...entries],
      };
    },
  });
