// What a database needs after PostgreSQL recovered it to an earlier moment, before its servers start.
import { sql } from 'kysely';
import { audit, operator } from '../database/audit.ts';
import type { Database } from '../database/connection.ts';
import { beginEpoch } from '../modules/lists/list-epochs.commands.ts';
import { endAllSessions } from '../plugins/sessions.ts';

/**
 * As after the restore of a backup: every phone gets its whole list once, because it may have seen versions that are
 * gone now. Everybody signs in again, because sessions that were closed later are open in the recovered database.
 * @returns the time of the newest audit entry, which shows to which moment the database was recovered
 */
export const afterRecovery = ({ db }: Pick<Database, 'db'>): Promise<string> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ at: Date }>`
      select coalesce(max(at), now()) as at from audit_entries`.execute(transaction);
    const madeAt = (rows[0]?.at ?? new Date()).toISOString();
    await beginEpoch(transaction, new Date());
    await endAllSessions(transaction);
    await audit(transaction, operator, {
      action: 'restore-backup',
      subject: `backup of ${madeAt}`,
      rowCount: 0,
      details: { made_at: madeAt },
    });
    return madeAt;
  });
