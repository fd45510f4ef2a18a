// A surveyor finishes a circle: nothing is left to do there (ADR 83). The pins stay as they are, the office decides.
import type { calls, HandlerInput } from '@survey/contract';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import { say, telling } from '../../say.ts';
import { circleNamed } from './circles.queries.ts';

/**
 * Marks a circle on the surveyor's own list as finished, or opens it again. A repeated request changes nothing.
 * @throws AppError not-found where the surveyor does not have the circle
 */
export const closeCircle = async (
  db: Writer,
  actor: Actor,
  { circle, reason }: HandlerInput<typeof calls.closeCircle>['body'],
) => {
  const { id, name } = await circleNamed(db, circle);
  const assignment = await db
    .selectFrom('circle_assignments')
    .select('closed_reason')
    .where('user_id', '=', actor.id as number)
    .where('circle_id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!assignment) throw new AppError('not-found', say('no-circle', { circle: name }));
  if (assignment.closed_reason !== reason) {
    await db
      .updateTable('circle_assignments')
      .set({ closed_at: reason === null ? null : sql<Date>`now()`, closed_reason: reason })
      .where('user_id', '=', actor.id as number)
      .where('circle_id', '=', id)
      .execute();
    await audit(db, actor, {
      action: 'close-circle',
      subject: name,
      rowCount: 1,
      details: { before: assignment.closed_reason, after: reason },
    });
  }
  return {
    success: true,
    ...telling(reason === null ? 'circle-opened' : 'circle-closed', { circle: name }),
  };
};
