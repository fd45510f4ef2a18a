// A report comes in from a phone (decisions 18 and 26).
import { circleKey, errorMessages, type Submission } from '@survey/contract';
import { type Insertable, sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import type { ReportsTable } from '../../database/tables.ts';
import { noteChangeOfPin, setPinStatus } from '../pins/pin-lists.commands.ts';
import { findVisit, isSentBack } from './report-arrival.queries.ts';

/** A photo in the store. */
export interface ReportPhoto {
  name: string;
  sha256: Buffer;
  bytes: number;
}

/** A report as it was stored. */
export interface AddedReport {
  id: number;
  submission_id: string;
  submission_time_text: string;
  isResubmission: boolean;
  wasAssigned: boolean;
}

/** Thrown where the pin was sent back between the look at it and the write; nothing was changed. */
export class SentBackMeanwhile extends Error {}

/** Thrown where the same user's submission of this id is stored already; nothing was changed. */
export class AlreadyArrived extends Error {}

/** The columns that a submission alone decides. */
export const submittedColumns = (report: Submission) => ({
  circle_key: circleKey(report.circle),
  pin: report.pin,
  info: report.info,
  floors_num: report.floors_num,
  basement: report.basement,
  store_front: report.Store_front,
  land_area: report.land_area,
  covered_area: report.covered_area,
  land: report.land,
  other: report.other,
  comments: report.comments,
  latitude: report.latitude,
  longitude: report.longitude,
  capture_time: new Date(report.capture_time),
});

/** Inserts the row; resubmission is 0 where a report of the pin waits to be surveyed again. */
const insert = (db: Writer, row: Insertable<ReportsTable>) =>
  db
    .insertInto('reports')
    .values({
      ...row,
      resubmission: sql<
        0 | null
      >`(select 0 where ${isSentBack({ circleKey: row.circle_key, pin: row.pin })})`,
    })
    .onConflict((conflict) => conflict.columns(['submission_id', 'username']).doNothing())
    .returning([
      'id',
      'submission_id',
      'resubmission',
      sql<string>`to_char(submission_time, 'DD/MM/YYYY HH24:MI:SS')`.as('submission_time_text'),
    ])
    .executeTakeFirst();

/**
 * Lets a new report take the place of those of its pin that were sent back.
 * @returns their ids; none where another submission was quicker, and then the new one is an ordinary report
 */
const replaceSentBack = async (
  db: Writer,
  { id, circle_key, pin }: { id: number; circle_key: string; pin: string },
): Promise<number[]> => {
  const replaced = await db
    .updateTable('reports')
    .set({ replaced_by: id })
    .where('circle_key', '=', circle_key)
    .where('pin', '=', pin)
    .where('replaced_by', 'is', null)
    .where('resubmission', '=', 1)
    .returning('id')
    .execute();
  if (replaced.length === 0) {
    await db.updateTable('reports').set({ resubmission: null }).where('id', '=', id).execute();
  }
  return replaced.map((report) => report.id);
};

/**
 * Stores a report, sets its pin USED, and replaces the reports of the pin that were sent back. A report
 * whose pin is not on the user's list any more is stored and marked.
 * @param photo kept in the store already, so that the row never points to nothing
 * @throws AlreadyArrived
 * @throws SentBackMeanwhile: to be tried again in a new transaction
 * @throws AppError unauthenticated, user-blocked: deleted or blocked while the photo was on its way
 */
export const addReport = async (
  db: Writer,
  actor: Actor,
  report: Submission,
  photo: ReportPhoto | undefined,
): Promise<AddedReport> => {
  const userId = actor.id as number;
  const columns = submittedColumns(report);
  const place = { userId, circleKey: columns.circle_key, pin: columns.pin };
  const visit = await findVisit(db, place);
  if (!visit) throw new AppError('unauthenticated', errorMessages.sessionEnded);
  if (!visit.is_active) throw new AppError('user-blocked', 'This account is blocked.');
  if (visit.is_sent_back) await noteChangeOfPin(db, place);
  const wasAssigned = await setPinStatus(db, place, 1);
  const circle = visit.circle_name ?? report.circle;
  const arrived = await insert(db, {
    ...columns,
    submission_id: report.submission_id,
    user_id: userId,
    username: actor.username,
    user_name: visit.name,
    user_phone: visit.phonenumber,
    unit_id: visit.unit_id,
    circle,
    photo_name: photo?.name ?? null,
    photo_sha256: photo?.sha256 ?? null,
    photo_bytes: photo?.bytes ?? null,
    was_unassigned: !wasAssigned,
  });
  if (!arrived) throw new AlreadyArrived();
  const { id, submission_id, submission_time_text } = arrived;
  // Lists must be locked before reports: whoever sends back does so in this order too.
  if (arrived.resubmission === 0 && !visit.is_sent_back) throw new SentBackMeanwhile();
  const replaced = arrived.resubmission === 0 ? await replaceSentBack(db, { ...columns, id }) : [];
  await audit(db, actor, {
    action: 'submit-report',
    subject: `${circle} ${report.pin}`,
    rowCount: 1 + replaced.length,
    details: { report: id, submission_id, replaced, was_assigned: wasAssigned },
  });
  const isResubmission = replaced.length > 0;
  return { id, submission_id, submission_time_text, isResubmission, wasAssigned };
};
