// Administrators: added, blocked and removed by each other and by the command line (R7).
import { roles } from '@survey/contract';
import type { Kysely } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import { maskPerson } from '../../database/audit-people.ts';
import type { Writer } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import { hashPassword } from '../../plugins/passwords.ts';
import { endSessionsOf } from '../../plugins/sessions.ts';
import { say, telling } from '../../say.ts';
import { takeNames } from './account-names.queries.ts';

interface NewAdministrator {
  email: string;
  name: string;
  password: string;
  /** The password was made: another one must be chosen at the first sign-in. */
  mustChange: boolean;
}

/**
 * Creates an administrator; the username is the email (R7).
 * @throws AppError invalid-input where an account has the email
 */
export const addAdministrator = async (
  db: Kysely<Tables>,
  actor: Actor,
  { email, name, password, mustChange }: NewAdministrator,
) => {
  // Outside the transaction: hashing takes longer than the transaction.
  const password_hash = await hashPassword(password);
  return db.transaction().execute(async (transaction) => {
    await takeNames(transaction, { email });
    const { id } = await transaction
      .insertInto('users')
      .values({
        role_id: roles.administrator,
        username: email,
        name,
        email,
        cnic: null,
        designation: null,
        password_hash,
        must_change_password: mustChange,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(transaction, actor, {
      action: 'add-administrator',
      subject: email,
      rowCount: 1,
      details: { user_id: id, after: { name, email } },
    });
    return { success: true, ...telling('administrator-added', { email }) };
  });
};

/** Every administrator, locked: who is the last active one cannot change meanwhile. */
const lockAdministrators = (db: Writer) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'email', 'is_active', 'limited_to', 'is_read_only'])
    .where('role_id', '=', roles.administrator)
    .orderBy('id')
    .forUpdate()
    .execute();

/**
 * Reads the account of another administrator, who is to be limited, blocked or removed.
 * @throws AppError not-found; access-not-allowed where the caller was blocked or removed meanwhile; conflict for the
 * own account, and for the last active administrator without limits
 */
const othersAccount = async (db: Writer, actor: Actor, id: number) => {
  const all = await lockAdministrators(db);
  // Only administrators without limits may manage others.
  const active = all.filter((one) => one.is_active && !one.limited_to && !one.is_read_only);
  const account = all.find((one) => one.id === id);
  if (!account) throw new AppError('not-found', say('no-administrator', { login: String(id) }));
  if (actor.id !== null && !active.some((one) => one.id === actor.id)) {
    throw new AppError('access-not-allowed', say('access-not-allowed'));
  }
  if (actor.id === id) throw new AppError('conflict', say('administrator-self'));
  if (active.length === 1 && active[0]?.id === id) {
    throw new AppError('conflict', say('administrator-last'));
  }
  return account;
};

/** Blocks (false) or unblocks (true) an administrator. Blocking ends the sessions at once. */
export const changeAdministratorStatus = (
  db: Kysely<Tables>,
  actor: Actor,
  { user_id, status }: { user_id: number; status: boolean },
) =>
  db.transaction().execute(async (transaction) => {
    const { username, is_active } = await othersAccount(transaction, actor, user_id);
    await transaction
      .updateTable('users')
      .set({ is_active: status })
      .where('id', '=', user_id)
      .execute();
    if (!status) await endSessionsOf(transaction, user_id);
    await audit(transaction, actor, {
      action: 'change-administrator-status',
      subject: username,
      rowCount: is_active === status ? 0 : 1,
      details: { user_id, before: { status: is_active }, after: { status } },
    });
    const id = status ? 'administrator-active' : 'administrator-blocked';
    return { success: true, ...telling(id, { email: username }) };
  });

/**
 * Limits an administrator to some circles (null: all), or to reading. Open sessions end, because they have the old
 * limits.
 */
export const limitAdministrator = (
  db: Kysely<Tables>,
  actor: Actor,
  {
    user_id,
    circles,
    read_only,
  }: { user_id: number; circles: string[] | null; read_only: boolean },
) =>
  db.transaction().execute(async (transaction) => {
    const before = await othersAccount(transaction, actor, user_id);
    await transaction
      .updateTable('users')
      .set({ limited_to: circles, is_read_only: read_only })
      .where('id', '=', user_id)
      .execute();
    await endSessionsOf(transaction, user_id);
    await audit(transaction, actor, {
      action: 'limit-administrator',
      subject: before.username,
      rowCount: 1,
      details: {
        user_id,
        before: { circles: before.limited_to, read_only: before.is_read_only },
        after: { circles, read_only },
      },
    });
    return { success: true, ...telling('administrator-limited', { email: before.username }) };
  });

/** Removes an administrator; entries of Activity keep the name as text. */
export const removeAdministrator = (
  db: Kysely<Tables>,
  actor: Actor,
  { user_id }: { user_id: number },
) =>
  db.transaction().execute(async (transaction) => {
    const { username, name, email } = await othersAccount(transaction, actor, user_id);
    await transaction.deleteFrom('users').where('id', '=', user_id).execute();
    await audit(transaction, actor, {
      action: 'remove-administrator',
      subject: username,
      rowCount: 1,
      details: { user_id, before: { name, email } },
    });
    await maskPerson(transaction, user_id);
    return { success: true, ...telling('administrator-removed', { email: username }) };
  });
