// States of reports (ADR 64). "Sent back" is resubmission 1 alone (R18); `review` holds the others, null for new.
import type { Review, ReviewState } from '@survey/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import type { StoredReview } from '../../database/tables.ts';
import { say } from '../../say.ts';

/** Columns that a change of the state reads and records. */
export const reviewColumns = ['review', 'reviewed_at', 'reviewed_by', 'review_version'] as const;

/**
 * Locks, in the order of their ids (ADR 38), those of these reports that an administrator may review or send back:
 * current ones that are not sent back already.
 */
export const lockReviewable = (db: Writer, ids: readonly number[]) =>
  db
    .selectFrom('reports')
    .select(['id', ...reviewColumns])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('replaced_by', 'is', null)
    .where('resubmission', 'is distinct from', 1)
    .orderBy('id')
    .forNoKeyUpdate();

/** The columns of a report that tell its state. */
export interface ReviewedRow {
  resubmission: 0 | 1 | null;
  review: StoredReview | null;
  reviewed_by: string | null;
  review_version: number;
}

export const stateOf = ({
  resubmission,
  review,
}: Omit<ReviewedRow, 'review_version'>): ReviewState =>
  resubmission === 1 ? 'sent_back' : (review ?? 'new');

/** A report's state as calls answer it; `reviewed_at` as text. */
export const reviewOf = (row: ReviewedRow & { reviewed_at: string | null }): Review => ({
  state: stateOf(row),
  by: row.reviewed_by,
  at: row.reviewed_at,
  version: row.review_version,
});

const changeOfState = (actor: Actor) => ({
  reviewed_by: actor.username,
  review_version: sql<number>`review_version + 1`,
});

/** Columns of a report that an administrator sends back. One that waits already keeps its time, and so its note. */
export const sentBackBy = (actor: Actor) => ({
  ...changeOfState(actor),
  review: null,
  reviewed_at: sql<Date | null>`case when resubmission = 1 then reviewed_at else now() end`,
});

/** Columns of a report that an administrator gives another state. */
export const reviewedAs = (actor: Actor, review: StoredReview | null) => ({
  ...changeOfState(actor),
  review,
  reviewed_at: sql<Date>`now()`,
});

/** What an audit entry records of a report's earlier state; entries from before there were states have none of it. */
export const reviewBefore = {
  review: z.enum(['in_question', 'accepted', 'accepted_unseen']).nullable().default(null),
  reviewed_at: z.string().nullable().default(null),
  reviewed_by: z.string().nullable().default(null),
};

/** Assignments that restore it, from rows `was`. */
export const reviewAsBefore = sql`review = was.review, reviewed_at = was.reviewed_at,
  reviewed_by = was.reviewed_by, review_version = reports.review_version + 1`;

/**
 * @param report the current report; undefined where it was replaced or set aside
 * @throws AppError conflict where it is not current, waits for the surveyor, or somebody changed its state since
 */
export const refuseUnlessSeen = (report: ReviewedRow | undefined, version: number): void => {
  if (!report) throw new AppError('conflict', say('report-not-current'));
  if (report.review_version !== version) {
    const state = stateOf(report);
    const user = report.reviewed_by ?? '';
    throw new AppError('conflict', say('review-changed', { user, state }));
  }
  if (report.resubmission === 1) throw new AppError('conflict', say('report-sent-back-already'));
};
