import { circleKey, type NoteText, type PinStatus } from '@survey/contract';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Actor, audit, reserveEntry } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import { say, telling } from '../../say.ts';
import { mobileUserNamed } from '../lists/mobile-users.queries.ts';
import { nextListVersions, noteChangeOfPin, setPinStatus } from '../lists/pin-lists.commands.ts';
import { pinOnList } from '../lists/pins.queries.ts';
import { recordPins } from '../lists/undo-records.commands.ts';
import { addNotes, type NotedReport } from '../notes/notes.commands.ts';
import { refuseUnlessSeen, reviewColumns, sentBackBy } from './review-state.ts';

/** The report that a reviewer saw, and the note for the surveyor. */
interface Reviewed {
  id: number;
  /** The version of its state that the reviewer saw. */
  version: number;
  note: NoteText | null;
}

/** Marks the current reports of a surveyor's pin as sent back; returns their earlier state (R18). */
const sendBack = async (
  db: Writer,
  actor: Actor,
  { username, circle, pin }: { username: string; circle: string; pin: string },
  { reviewed, report }: { reviewed: Reviewed | undefined; report: number | undefined },
) => {
  const current = await db
    .selectFrom('reports')
    .select(['id', 'circle_key', 'pin', 'resubmission', ...reviewColumns])
    .where('username', '=', username)
    .where('circle_key', '=', circleKey(circle))
    .where('pin', '=', pin)
    .where('replaced_by', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (report !== undefined && !current.some(({ id }) => id === report)) {
    throw new AppError('conflict', say('report-not-current'));
  }
  if (reviewed) {
    const seen = current.find(({ id }) => id === reviewed.id);
    refuseUnlessSeen(seen, reviewed.version);
    if (reviewed.note) {
      const purpose = { state: 'sent_back', isToSurveyor: true } as const;
      await addNotes(db, actor, [seen as NotedReport], reviewed.note, purpose);
    }
  }
  await db
    .updateTable('reports')
    .set({ resubmission: 1, ...sentBackBy(actor) })
    .where(sql<boolean>`id = any(${current.map(({ id }) => id)}::bigint[])`)
    .execute();
  return current.map(({ circle_key, pin, ...before }) => before);
};

const toldOf = (pin: string, username: string, status: PinStatus, reports: number) => {
  if (status === 1) return telling('pin-used', { pin, username });
  return telling(reports > 0 ? 'pin-sent-back' : 'pin-not-used', { pin, username });
};

/**
 * Sets the status of a pin on a user's list. Status 0 also sends its current report back (R18): the report is marked,
 * and the pin waits on the list to be surveyed again. Nothing is deleted. With status 0 and a `report`, the change is
 * refused where that report is no longer current.
 * @param reviewed with status 0: the change is refused where the report's state has changed since
 * @throws AppError not-found where there is no such user, or the pin is not on their list; conflict
 */
export const changePinStatus = async (
  db: Writer,
  actor: Actor,
  {
    username,
    circle,
    pin,
    status,
    report,
  }: {
    username: string;
    circle: string;
    pin: string;
    status: PinStatus;
    report?: number | undefined;
  },
  reviewed?: Reviewed,
) => {
  const surveyor = await mobileUserNamed(db, username);
  const listed = { userId: surveyor.id, circleKey: circleKey(circle), pin };
  // Other users with the pin see on the phone that it was sent back. Locks every list concerned first,
  // as a phone's submission does, so that the two never interleave.
  if (status === 0) await noteChangeOfPin(db, listed);
  else await nextListVersions(db, [surveyor.id]);
  const before = await pinOnList(db, listed);
  const entryId = await reserveEntry(db);
  const isListed = await setPinStatus(db, listed, status, entryId);
  if (!isListed || !before) {
    throw new AppError(
      'not-found',
      say('pin-not-on-list', { pin, circle, username: surveyor.username }),
    );
  }
  const reports =
    status === 0
      ? await sendBack(
          db,
          actor,
          { username: surveyor.username, circle, pin },
          { reviewed, report },
        )
      : [];
  await recordPins(db, { entryId, userId: surveyor.id, part: 'changed', pins: [before] });
  await audit(db, actor, {
    action: 'change-pin-status',
    subject: `${surveyor.username}, ${circle}, PIN ${pin}`,
    rowCount: 1 + reports.length,
    undoableAs: entryId,
    details: {
      username: surveyor.username,
      circle,
      pin,
      user_id: surveyor.id,
      before: { status: before.status },
      after: { status },
      reports,
      ...(reviewed?.note && { note: reviewed.note.text }),
    },
  });
  return {
    success: true,
    undo_entry: entryId,
    ...toldOf(pin, surveyor.username, status, reports.length),
  };
};
