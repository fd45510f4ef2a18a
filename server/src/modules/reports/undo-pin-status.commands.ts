// Undoes a change of a PIN's status, or of many that were sent back, with the marks of their reports (R18).
import { circleKey } from '@survey/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Writer } from '../../database/connection.ts';
import { say } from '../../say.ts';
import { lockCirclesOfKeys } from '../lists/lock-circles.commands.ts';
import {
  lockHoldersOfPins,
  noteChangedPins,
  setStatusesBack,
  type UndoneEntry,
} from '../lists/undo-pins.commands.ts';
import { reviewAsBefore, reviewBefore } from './review-state.ts';
import { pinsOf } from './set-aside.commands.ts';

const reportsBefore = z.array(
  z.object({ id: z.number(), resubmission: z.literal([0, 1]).nullable(), ...reviewBefore }),
);
type ReportBefore = z.infer<typeof reportsBefore>[number];

const statusChange = z.object({ circle: z.string(), reports: reportsBefore });
const sentBackInBulk = z.object({ reports: reportsBefore });

type Undone = UndoneEntry & { details: unknown };

/** @throws AppError conflict where one was surveyed again since */
const restoreReports = async (db: Writer, reports: readonly ReportBefore[]): Promise<void> => {
  const ids = reports.map(({ id }) => id);
  const current = await db
    .selectFrom('reports')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('replaced_by', 'is', null)
    .where('resubmission', '=', 1)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (current.length < ids.length) throw new AppError('conflict', say('undo-surveyed-again'));
  await sql`
    update reports set resubmission = was.resubmission, ${reviewAsBefore}
    from unnest(${ids}::bigint[], ${reports.map((report) => report.resubmission)}::smallint[],
      ${reports.map((report) => report.review)}::text[],
      ${reports.map((report) => report.reviewed_at)}::timestamptz[],
      ${reports.map((report) => report.reviewed_by)}::text[])
      as was (id, resubmission, review, reviewed_at, reviewed_by)
    where reports.id = was.id`.execute(db);
};

const restore = async (
  db: Writer,
  entry: Undone,
  circleKeys: readonly string[],
  reports: readonly ReportBefore[],
): Promise<number> => {
  const ids = reports.map(({ id }) => id);
  await lockCirclesOfKeys(db, circleKeys, 'same holders');
  await lockHoldersOfPins(db, entry.id);
  const isAside = await db
    .selectFrom('reports')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('set_aside_at', 'is not', null)
    .executeTakeFirst();
  if (isAside) throw new AppError('conflict', say('undo-report-set-aside'));
  const changed = await setStatusesBack(db, entry.id);
  if (ids.length > 0) {
    await noteChangedPins(db, entry.id);
    await restoreReports(db, reports);
  }
  return changed + ids.length;
};

/** Restores a pin's status, and the marks of its reports. */
export const undoPinStatus = (db: Writer, entry: Undone): Promise<number> => {
  const { circle, reports } = statusChange.parse(entry.details);
  return restore(db, entry, [circleKey(circle)], reports);
};

/** Restores the statuses of many pins, and the marks of their reports. */
export const undoSendBack = async (db: Writer, entry: Undone): Promise<number> => {
  const { reports } = sentBackInBulk.parse(entry.details);
  const sent = await pinsOf(
    db,
    reports.map(({ id }) => id),
  );
  const keys = [...new Set(sent.map(({ circle_key }) => circle_key))];
  return restore(db, entry, keys, reports);
};
