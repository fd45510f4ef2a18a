// The audit trail: every change writes its entry in its own transaction.
import type { Writer } from './connection.ts';

/** Who makes a change, and from where. */
export interface Actor {
  id: number | null;
  username: string;
  name: string;
  role_id: number;
  address: string;
}

export interface AuditEntry {
  /** Call or command, such as `transfer-pins`. */
  action: string;
  /** What was changed, in words: a username, a circle, a pin. */
  subject: string;
  /** How many rows it touched. */
  rowCount: number;
  details?: Record<string, unknown>;
}

/** Writes one entry in the transaction of the change. */
export const audit = async (db: Writer, actor: Actor, entry: AuditEntry): Promise<void> => {
  await db
    .insertInto('audit_entries')
    .values({
      actor_id: actor.id,
      actor: actor.username,
      address: actor.address,
      action: entry.action,
      subject: entry.subject,
      row_count: entry.rowCount,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
};
