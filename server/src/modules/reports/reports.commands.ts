import { circleKey, type PinStatus, pinStatusLabels } from '@survey/contract';
import { AppError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import { noteChangeOfPin, setPinStatus } from '../pins/pin-lists.commands.ts';
import { mobileUserNamed } from '../users/users.queries.ts';

/** Marks the current reports of a surveyor's pin as sent back; answers their ids (decision 18). */
const sendBack = async (
  db: Writer,
  { username, circle, pin }: { username: string; circle: string; pin: string },
): Promise<number[]> => {
  const marked = await db
    .updateTable('reports')
    .set({ resubmission: 1 })
    .where('username', '=', username)
    .where('circle_key', '=', circleKey(circle))
    .where('pin', '=', pin)
    .where('replaced_by', 'is', null)
    .returning('id')
    .execute();
  return marked.map(({ id }) => id).sort((one, other) => one - other);
};

const messageOf = (pin: string, username: string, status: PinStatus, reports: number): string => {
  if (status === 1) return `PIN ${pin} of ${username} is now ${pinStatusLabels[1]}.`;
  return reports > 0
    ? `PIN ${pin} was sent back to ${username} for resubmission.`
    : `PIN ${pin} of ${username} is now ${pinStatusLabels[0]}. It has no report to send back.`;
};

/**
 * Sets the status of a pin on a user's list. Status 0 also sends its current report back (decision 18):
 * the report is marked, and the pin waits on the list to be surveyed again. Nothing is deleted.
 * @throws AppError not-found where there is no such user, or the pin is not on their list
 */
export const changePinStatus = async (
  db: Writer,
  actor: Actor,
  {
    username,
    circle,
    pin,
    status,
  }: { username: string; circle: string; pin: string; status: PinStatus },
): Promise<{ success: true; message: string }> => {
  const surveyor = await mobileUserNamed(db, username);
  const listed = { userId: surveyor.id, circleKey: circleKey(circle), pin };
  // Whoever else has the pin sees on the phone that it was sent back. Locks every list concerned first,
  // as a phone's submission does, so that the two never interleave.
  if (status === 0) await noteChangeOfPin(db, listed);
  const isListed = await setPinStatus(db, listed, status);
  if (!isListed) {
    throw new AppError(
      'not-found',
      `PIN ${pin} of circle ${circle} is not on the list of ${surveyor.username}.`,
    );
  }
  const reports =
    status === 0 ? await sendBack(db, { username: surveyor.username, circle, pin }) : [];
  await audit(db, actor, {
    action: 'change-pin-status',
    subject: `${surveyor.username}, ${circle}, PIN ${pin}`,
    rowCount: 1 + reports.length,
    details: { status, reports },
  });
  return {
    success: true,
    message: messageOf(pin, surveyor.username, status, reports.length),
  };
};
