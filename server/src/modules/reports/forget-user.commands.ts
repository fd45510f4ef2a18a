// Reports outlive their surveyor: the username stays as text, the reference goes (R19).
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';

/** Reports in one statement, so that none takes longer than a request's statement may. */
const batch = 5_000;

/** Takes the reference to a user from all reports, before the user is deleted. */
export const forgetUserOfReports = async (db: Writer, userId: number): Promise<void> => {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update reports set user_id = null
      where id in (select id from reports where user_id = ${userId} limit ${batch})`.execute(db);
    if (numAffectedRows < batch) return;
  }
};
