import { type EditedField, type editedUser, type newMobileUser, roles } from '@survey/contract';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { AppError, fieldError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import { maskPerson } from '../../database/audit-people.ts';
import type { Writer } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import { hashPassword } from '../../plugins/passwords.ts';
import { endPhoneCredentialsOf } from '../../plugins/phone-credentials.ts';
import { endSessionsOf } from '../../plugins/sessions.ts';
import { say, telling } from '../../say.ts';
import { noteLeavingHolder } from '../lists/change-holders.commands.ts';
import { lockCircles } from '../lists/lock-circles.commands.ts';
import { forgetUserOfReports } from '../reports/forget-user.commands.ts';
import { takeNames } from '../sign-in/account-names.queries.ts';
import { endSignInCodeOf } from '../sign-in/sign-in-codes.commands.ts';
import { listedPins, noMobileUser } from './users.queries.ts';

/**
 * Creates a mobile user.
 * @throws AppError invalid-input with every field that is taken
 */
export const mobileSignup = async (
  db: Kysely<Tables>,
  actor: Actor,
  { status, password, ...user }: z.output<typeof newMobileUser>,
) => {
  // Outside the transaction: hashing takes longer than the transaction.
  const password_hash = await hashPassword(password);
  return db.transaction().execute(async (transaction) => {
    await takeNames(transaction, user);
    const { id } = await transaction
      .insertInto('users')
      .values({ ...user, role_id: roles.mobileUser, is_active: status, password_hash })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(transaction, actor, {
      action: 'mobile-signup',
      subject: user.username,
      rowCount: 1,
      details: { user_id: id, after: { ...user, status } },
    });
    return { success: true, ...telling('user-created') };
  });
};

/** The row of a mobile user, locked against other changes. */
const lockMobileUser = async (db: Writer, id: number, lock: 'to change' | 'to delete') => {
  const query = db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'email', 'phonenumber', 'cnic', 'designation', 'is_active'])
    .where('id', '=', id)
    .where('role_id', '=', roles.mobileUser);
  // A change need not wait for pins that move to or from the user; a deletion must.
  const locked = lock === 'to delete' ? query.forUpdate() : query.forNoKeyUpdate();
  const user = await locked.executeTakeFirst();
  if (!user) throw noMobileUser(id);
  return user;
};

/**
 * Blocks (false) or unblocks (true) a mobile user. Blocking ends the user's sessions at once.
 * @throws AppError not-found
 */
export const changeUserStatus = async (
  db: Writer,
  actor: Actor,
  { user_id, status }: { user_id: number; status: boolean },
) => {
  const user = await lockMobileUser(db, user_id, 'to change');
  await db.updateTable('users').set({ is_active: status }).where('id', '=', user_id).execute();
  if (!status) {
    await endSessionsOf(db, user_id);
    await endPhoneCredentialsOf(db, user_id);
    await endSignInCodeOf(db, user_id);
  }
  await audit(db, actor, {
    action: status ? 'unblock-user' : 'block-user',
    subject: user.username,
    rowCount: user.is_active === status ? 0 : 1,
    details: { user_id, before: { status: user.is_active }, after: { status } },
  });
  return {
    success: true,
    ...telling(status ? 'user-active' : 'user-blocked', { username: user.username }),
  };
};

/** Locks the circles of a user: nobody else gets them, and none of their reports is sent back meanwhile. */
const lockCirclesOf = async (db: Writer, userId: number): Promise<number[]> => {
  const given = await db
    .selectFrom('circle_assignments')
    .select('circle_id')
    .where('user_id', '=', userId)
    .execute();
  return lockCircles(
    db,
    given.map(({ circle_id }) => circle_id),
    'new holders',
  );
};

/**
 * Deletes a mobile user with sessions, circles and pins; the reports stay with the username as text
 * (R19).
 * @throws AppError not-found
 */
export const deleteUser = async (db: Writer, actor: Actor, { user_id }: { user_id: number }) => {
  // In the lock order, circles come first (ADR 38).
  const circleIds = await lockCirclesOf(db, user_id);
  const user = await lockMobileUser(db, user_id, 'to delete');
  await noteLeavingHolder(db, user_id, circleIds);
  const circles = await listedPins(db, user_id);
  // The foreign key would do it too, but a hundred thousand reports in one statement take too long.
  await forgetUserOfReports(db, user_id);
  // Sessions, lists, assignments, pins and tombstones are deleted by foreign keys.
  await db.deleteFrom('users').where('id', '=', user_id).execute();
  const { id, is_active, ...was } = user;
  await audit(db, actor, {
    action: 'delete-user',
    subject: user.username,
    rowCount: 1,
    details: { user_id: id, before: { ...was, status: is_active, circles } },
  });
  await maskPerson(db, id);
  return { success: true, ...telling('user-deleted', { username: user.username }) };
};

/**
 * Sets a new password for a mobile user and ends the sessions opened with the old one (R3).
 * @throws AppError not-found
 */
export const resetUserPassword = async (
  db: Kysely<Tables>,
  actor: Actor,
  { user_id, password }: { user_id: number; password: string },
) => {
  const password_hash = await hashPassword(password);
  return db.transaction().execute(async (transaction) => {
    const user = await lockMobileUser(transaction, user_id, 'to change');
    await transaction
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', user_id)
      .execute();
    await endSessionsOf(transaction, user_id);
    await endSignInCodeOf(transaction, user_id);
    await audit(transaction, actor, {
      action: 'reset-user-password',
      subject: user.username,
      rowCount: 1,
      details: { user_id },
    });
    return { success: true, ...telling('user-password-reset', { username: user.username }) };
  });
};

/** Reports name their surveyor by the username (ADR 6), by which they are filtered and sent back. */
const refuseReported = async (db: Writer, userId: number): Promise<void> => {
  const report = await db
    .selectFrom('reports')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  if (report) throw fieldError({ username: [say('username-in-reports')] });
};

type Changes = { [Field in EditedField]?: string | undefined };

/** @throws AppError conflict where a value is neither the one that the administrator saw nor the wanted one */
const refuseUnseen = (now: Record<EditedField, string | null>, changes: Changes, seen: Changes) => {
  const fields = Object.keys(changes) as EditedField[];
  const changed = fields.filter((field) => {
    const value = now[field] ?? '';
    return seen[field] !== undefined && seen[field] !== value && changes[field] !== value;
  });
  if (changed.length === 0) return;
  const values = changed.map((field) => `${field}: ${now[field] ?? ''}`).join('; ');
  throw new AppError('conflict', say('user-changed-meanwhile', { values }));
};

/**
 * Changes what an administrator entered: name, phone, designation, email, CNIC, and the username as long as no report
 * has it. Reports keep the name with which they came.
 * @throws AppError not-found; invalid-input where another account has one of the values, or reports have the username;
 * conflict where somebody else has changed one of them since `seen`
 */
export const editUser = async (
  db: Writer,
  actor: Actor,
  { user_id, seen = {}, ...given }: z.output<typeof editedUser>,
) => {
  const user = await lockMobileUser(db, user_id, 'to change');
  const changes: typeof given = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  refuseUnseen(user as Record<EditedField, string | null>, changes, seen);
  await takeNames(db, changes, user_id);
  if (changes.username !== undefined && changes.username !== user.username)
    await refuseReported(db, user_id);
  const { id: _, is_active: __, ...before } = user;
  const after = { ...before, ...changes, username: changes.username ?? user.username };
  if (Object.keys(changes).length > 0) {
    await db.updateTable('users').set(changes).where('id', '=', user_id).execute();
  }
  await audit(db, actor, {
    action: 'edit-user',
    subject: user.username,
    rowCount: 1,
    details: { user_id, before, after },
  });
  return { success: true, ...telling('user-updated', { username: after.username }) };
};
