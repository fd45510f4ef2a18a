// Keeps one of several current reports of a PIN; the others go to its history (ADR 53). Unlike setting aside, no pin is
// freed and no replaced report comes back: the unit is surveyed, by the report that is kept.
import { AppError } from '../../app-error.ts';
import { type Actor, audit, reserveEntry } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import { say, telling } from '../../say.ts';
import { usePinsAgain } from '../lists/free-pins.commands.ts';
import { lockListsOfPins } from '../lists/send-back-pins.commands.ts';
import { lastReportNow, markSetAside, pinsOf, promoteSecond } from './set-aside.commands.ts';

const othersOf = async (db: Writer, kept: { id: number; circle_key: string; pin: string }) => {
  const others = await db
    .selectFrom('reports')
    .select('id')
    .where('circle_key', '=', kept.circle_key)
    .where('pin', '=', kept.pin)
    .where('replaced_by', 'is', null)
    .where('id', '<>', kept.id)
    .orderBy('id')
    .execute();
  return others.map(({ id }) => id);
};

/** @throws AppError not-found; conflict where the report is not current, or is the only current one of its PIN */
export const makeReportCurrent = async (db: Writer, actor: Actor, id: number) => {
  const [kept] = await pinsOf(db, [id]);
  if (!kept) throw new AppError('not-found', say('no-report', { id }));
  await lockListsOfPins(db, [kept], 'all');
  const current = await db
    .selectFrom('reports')
    .select('id')
    .where('id', '=', id)
    .where('replaced_by', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!current) throw new AppError('conflict', say('report-not-current'));
  const marked = await markSetAside(db, actor, await othersOf(db, kept));
  if (marked.length === 0) throw new AppError('conflict', say('report-alone', { pin: kept.pin }));
  const promoted = await promoteSecond(db, [id]);
  // Only to make phones fetch the pin again: another surveyor has done it now.
  await usePinsAgain(db, [kept], []);
  const entryId = await reserveEntry(db);
  await audit(db, actor, {
    action: 'make-report-current',
    subject: `${kept.username}, ${kept.circle}, PIN ${kept.pin}`,
    rowCount: marked.length,
    undoableAs: entryId,
    details: {
      report: id,
      reports: marked,
      restored: [],
      promoted,
      pin_ids: [],
      last_report: await lastReportNow(db),
    },
  });
  return {
    success: true,
    ...telling('report-made-current', { pin: kept.pin, count: marked.length }),
    undo_entry: entryId,
  };
};
