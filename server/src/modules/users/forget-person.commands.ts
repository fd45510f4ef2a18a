import { type Kysely, sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import { audit, operator } from '../../database/audit.ts';
import { erasePerson } from '../../database/audit-people.ts';
import type { Tables } from '../../database/tables.ts';
import { say } from '../../say.ts';

/**
 * Erases email, CNIC, phone and name of deleted users of this username from Activity. Reports keep the username (R19).
 * @returns the number of entries
 * @throws AppError conflict where a user of this name still exists, not-found where no entry names one
 */
export const forgetPerson = (db: Kysely<Tables>, username: string): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const account = await transaction
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`lower(username) = lower(${username})`)
      .executeTakeFirst();
    if (account) throw new AppError('conflict', say('delete-first', { username }));
    const deleted = await transaction
      .selectFrom('audit_entries')
      .select(sql<number>`(details ->> 'user_id')::bigint`.as('id'))
      .where('action', 'in', ['delete-user', 'remove-administrator'])
      .where('action', '<>', 'submit-report')
      .where('subject', '=', username)
      .execute();
    if (deleted.length === 0) throw new AppError('not-found', say('nobody-deleted', { username }));
    let entries = 0;
    for (const { id } of deleted) entries += await erasePerson(transaction, id);
    await audit(transaction, operator, {
      action: 'forget-user',
      subject: username,
      rowCount: entries,
    });
    return entries;
  });
