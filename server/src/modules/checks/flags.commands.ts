// Dismissing a flag, with the reason why it is none.
import type { CheckName } from '@survey/contract';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import { say } from '../../say.ts';

interface Dismissal {
  id: number;
  check: CheckName;
  /** Null opens the flag again. */
  reason: string | null;
}

/**
 * Dismisses a flag or opens it again.
 * @returns its report's circle
 * @throws AppError not-found where the report has no such flag
 */
export const dismissFlag = async (
  db: Writer,
  actor: Actor,
  { id, check, reason }: Dismissal,
): Promise<{ circle_key: string }> => {
  // The report is locked: a review that runs at the same time decides whether the flag belongs in the queue.
  const report = await db
    .selectFrom('reports')
    .select(['circle', 'circle_key', 'pin', 'username', 'review', 'resubmission', 'replaced_by'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  const isNew =
    report !== undefined &&
    report.review === null &&
    report.resubmission !== 1 &&
    report.replaced_by === null;
  const isDismissed = reason !== null;
  const { numUpdatedRows } = await db
    .updateTable('flags')
    .set({
      dismissed_at: isDismissed ? sql<Date>`now()` : null,
      dismissed_by: isDismissed ? actor.username : null,
      dismissed_reason: reason,
      in_queue: isNew && !isDismissed,
    })
    .where('report_id', '=', id)
    .where('check_name', '=', check)
    .executeTakeFirst();
  if (!report || numUpdatedRows === 0n) throw new AppError('not-found', say('no-flag'));
  await audit(db, actor, {
    action: 'dismiss-flag',
    subject: `${report.username}, ${report.circle}, PIN ${report.pin}`,
    rowCount: 1,
    details: { report: id, check, reason },
  });
  return report;
};
