// An administrator reviews one report: gives it a state, sends it back with a note, or writes a note (ADR 63, ADR 64).
import type { NoteText, ThreadEntry } from '@survey/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import { type Actor, audit, reserveEntry } from '../../database/audit.ts';
import type { Reader, Writer } from '../../database/connection.ts';
import { say, telling } from '../../say.ts';
import { mobileUserNamed } from '../lists/mobile-users.queries.ts';
import { noteChangeOfPin } from '../lists/pin-lists.commands.ts';
import { addNotes } from '../notes/notes.commands.ts';
import { threadOf } from '../notes/notes.queries.ts';
import { changePinStatus } from './change-pin-status.commands.ts';
import { writtenOrNull } from './report-rows.queries.ts';
import {
  refuseUnlessSeen,
  reviewAsBefore,
  reviewBefore,
  reviewColumns,
  reviewedAs,
  reviewOf,
} from './review-state.ts';

const reportToReview = async (db: Reader, id: number) => {
  const report = await db
    .selectFrom('reports')
    .select(['id', 'username', 'circle', 'circle_key', 'pin', 'resubmission', 'replaced_by'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!report) throw new AppError('not-found', say('no-report', { id }));
  return report;
};

type ReportToReview = Awaited<ReturnType<typeof reportToReview>>;

const subjectOf = ({ username, circle, pin }: ReportToReview) =>
  `${username}, ${circle}, PIN ${pin}`;

export interface ReviewChange {
  state: 'new' | 'in_question' | 'sent_back' | 'accepted';
  /** The version that the reviewer saw. */
  version: number;
  note?: NoteText | null | undefined;
}

const setState = async (
  db: Writer,
  actor: Actor,
  report: ReportToReview,
  { state, version, note }: ReviewChange & { state: 'new' | 'in_question' | 'accepted' },
) => {
  const current = await db
    .selectFrom('reports')
    .select(['id', 'resubmission', ...reviewColumns])
    .where('id', '=', report.id)
    .where('replaced_by', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  refuseUnlessSeen(current, version);
  if (note) {
    const purpose = { state: state === 'in_question' ? state : null, isToSurveyor: false } as const;
    await addNotes(db, actor, [report], note, purpose);
  }
  await db
    .updateTable('reports')
    .set(reviewedAs(actor, state === 'new' ? null : state))
    .where('id', '=', report.id)
    .execute();
  const entryId = await reserveEntry(db);
  const { resubmission, ...before } = current as NonNullable<typeof current>;
  await audit(db, actor, {
    action: 'review-reports',
    subject: subjectOf(report),
    rowCount: 1,
    undoableAs: entryId,
    details: { state, reports: [before], ...(note && { note: note.text }) },
  });
  return {
    success: true,
    undo_entry: entryId,
    ...telling('report-reviewed', { pin: report.pin, state }),
  };
};

/** A report's state as calls answer it. */
const reviewNow = async (db: Reader, id: number) =>
  reviewOf(
    await db
      .selectFrom('reports')
      .select(['resubmission', 'review', 'reviewed_by', 'review_version'])
      .select(writtenOrNull('reviewed_at').as('reviewed_at'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );

/**
 * Gives a current report a state. Sending back is the same change as by the literal call, with its note.
 * @throws AppError not-found; conflict where somebody changed the state since the version that the reviewer saw
 */
export const reviewReport = async (db: Writer, actor: Actor, id: number, change: ReviewChange) => {
  const report = await reportToReview(db, id);
  const { state, version, note = null } = change;
  const done =
    state === 'sent_back'
      ? await changePinStatus(db, actor, { ...report, status: 0 }, { id, version, note })
      : await setState(db, actor, report, { ...change, state });
  return { ...done, review: await reviewNow(db, id) };
};

/**
 * Adds a note to the thread of a report's pin. While the report is sent back, it goes to the phones that have the pin.
 * @throws AppError not-found
 */
export const noteOnReport = async (
  db: Writer,
  actor: Actor,
  id: number,
  note: NoteText,
): Promise<ThreadEntry> => {
  const report = await reportToReview(db, id);
  const isToSurveyor = report.resubmission === 1 && report.replaced_by === null;
  if (isToSurveyor) {
    const { id: userId } = await mobileUserNamed(db, report.username);
    await noteChangeOfPin(db, { userId, circleKey: report.circle_key, pin: report.pin });
  }
  await addNotes(db, actor, [report], note, { state: null, isToSurveyor });
  await audit(db, actor, {
    action: 'add-note',
    subject: subjectOf(report),
    rowCount: 1,
    details: { report: id, ...note },
  });
  const thread = await threadOf(db, report);
  return thread.findLast(({ kind }) => kind === 'note') as ThreadEntry;
};

const reviewed = z.object({
  reports: z.array(z.object({ id: z.number(), review_version: z.number(), ...reviewBefore })),
});

/**
 * Condition: whether a report still has, or again has, the state that the entry gave it. Entry and state are written in
 * one transaction, so their times are equal; only milliseconds are compared, because undo restores times with
 * milliseconds.
 */
const isStateOf = (entryId: number) => sql`exists (
  select from audit_entries as given where given.id = ${entryId} and given.actor = reports.reviewed_by
    and date_trunc('milliseconds', given.at) = date_trunc('milliseconds', reports.reviewed_at))`;

/** Restores the states of reports. @throws AppError conflict where one was reviewed again or replaced since */
export const undoReview = async (
  db: Writer,
  { id: entryId, details }: { id: number; details: unknown },
): Promise<number> => {
  const { reports } = reviewed.parse(details);
  const { numAffectedRows = 0n } = await sql`
    update reports set ${reviewAsBefore}
    from unnest(${reports.map(({ id }) => id)}::bigint[],
      ${reports.map(({ review_version }) => review_version + 1)}::integer[],
      ${reports.map(({ review }) => review)}::text[],
      ${reports.map(({ reviewed_at }) => reviewed_at)}::timestamptz[],
      ${reports.map(({ reviewed_by }) => reviewed_by)}::text[])
      as was (id, version, review, reviewed_at, reviewed_by)
    where reports.id = was.id and (reports.review_version = was.version or ${isStateOf(entryId)})
      and replaced_by is null and resubmission is distinct from 1`.execute(db);
  const count = reports.length - Number(numAffectedRows);
  if (count > 0) throw new AppError('conflict', say('undo-reviewed-again', { count }));
  return reports.length;
};
