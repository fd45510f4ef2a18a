// Reports outlive their surveyor: the username stays as text, the reference is cleared (R19).
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';

/** Reports of one statement, so that none exceeds the statement timeout of requests. */
const batch = 5_000;

/** Clears the reference to a user in all reports, before the user is deleted. */
export const forgetUserOfReports = async (db: Writer, userId: number): Promise<void> => {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update reports set user_id = null
      where id in (select id from reports where user_id = ${userId} limit ${batch})`.execute(db);
    if (numAffectedRows < batch) return;
  }
};
