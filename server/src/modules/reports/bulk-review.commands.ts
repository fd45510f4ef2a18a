// Many reports given a state of review (ADR 64).
import type { ReportFilters, ReviewProgress } from '@survey/contract';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { type Actor, audit, reserveEntry } from '../../database/audit.ts';
import type { Database, Writer } from '../../database/connection.ts';
import { linesOfParts, type Notify } from './bulk-batches.ts';
import { hasCriticalFlag } from './report-filters.ts';
import { lockReviewable, reviewedAs } from './review-state.ts';

type State = 'new' | 'in_question' | 'accepted_unseen';

interface Part {
  ids: readonly number[];
  /** Counted from 1. */
  number: number;
  filters: ReportFilters;
  state: State;
  /** Whether reports with critical flags are accepted too. */
  acceptCritical: boolean;
}

/** A report that somebody opened and accepted does not become "accepted unseen". */
const hasState = (review: string | null, state: State): boolean =>
  (review ?? 'new') === state || (state === 'accepted_unseen' && review === 'accepted');

/** Ids of these reports with a critical flag that nobody dismissed. */
const criticalAmong = async (db: Writer, ids: readonly number[]): Promise<number[]> => {
  const found = await db
    .selectFrom('reports')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where(hasCriticalFlag)
    .execute();
  return found.map(({ id }) => id);
};

const reviewPart = async (
  db: Writer,
  actor: Actor,
  { ids, number, filters, state, acceptCritical }: Part,
) => {
  const current = await lockReviewable(db, ids).execute();
  const refused = new Set(
    state === 'accepted_unseen' && !acceptCritical ? await criticalAmong(db, ids) : [],
  );
  const changing = current.filter(({ id, review }) => !hasState(review, state) && !refused.has(id));
  const critical = current.filter(({ id, review }) => !hasState(review, state) && refused.has(id));
  const counts = {
    reviewed: changing.length,
    already: current.length - changing.length - critical.length,
    critical: critical.length,
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
  acceptCritical: boolean;
  log: FastifyBaseLogger;
  /** Notifies open consoles of each committed batch. */
  notify: Notify;
}

/** Reviews the reports; yields the lines of `linesOfParts`. */
export const reviewInParts = (
  database: Database,
  actor: Actor,
  { filters, state, acceptCritical, ...work }: Work,
): AsyncGenerator<string> =>
  linesOfParts<ReviewProgress>(database, {
    ...work,
    start: { reviewed: 0, already: 0, left_out: 0, critical: 0, undo_entries: [] },
    work: async (db, part, before) => {
      const { entries, ...done } = await reviewPart(db, actor, {
        ...part,
        filters,
        state,
        acceptCritical,
      });
      return {
        ...before,
        reviewed: before.reviewed + done.reviewed,
        already: before.already + done.already,
        left_out: before.left_out + done.left_out,
        critical: before.critical + done.critical,
        undo_entries: [...before.undo_entries, ...entries],
      };
    },
  });
