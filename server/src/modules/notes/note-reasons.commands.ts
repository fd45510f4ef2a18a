import type { NoteReason } from '@survey/contract';
import { sql } from 'kysely';
import { type Actor, audit } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import { reasonsInOrder } from './note-reasons.queries.ts';

/** Replaces the ready-made reasons. */
export const saveReasons = async (
  db: Writer,
  actor: Actor,
  reasons: readonly NoteReason[],
): Promise<void> => {
  // Two who save at the same time come one after the other.
  await sql`lock table note_reasons in exclusive mode`.execute(db);
  const before = await reasonsInOrder(db);
  await db.deleteFrom('note_reasons').execute();
  if (reasons.length > 0) {
    await db
      .insertInto('note_reasons')
      .values(reasons.map((reason, at) => ({ ...reason, position: at + 1 })))
      .execute();
  }
  await audit(db, actor, {
    action: 'save-note-reasons',
    subject: `${reasons.length} reasons`,
    rowCount: reasons.length,
    details: { before, after: reasons },
  });
};
