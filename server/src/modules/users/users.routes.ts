import { calls } from '@survey/contract';
import { own, read, write } from '../../plugins/calls.ts';
import { reachOf } from '../../plugins/circle-limits.ts';
import { exporting } from '../../plugins/export-limits.ts';
import { readTable } from '../spreadsheets/table.ts';
import { writeSheet } from '../spreadsheets/write-sheet.ts';
import { usernamesLike } from './look-alikes.queries.ts';
import {
  changeUserStatus,
  deleteUser,
  editUser,
  mobileSignup,
  resetUserPassword,
} from './users.commands.ts';
import { allMobileUsers, userRows, userTable } from './users.queries.ts';

export const usersRoutes = {
  mobileUsers: read(calls.mobileUsers, async ({ db, actor }) => ({
    users: await allMobileUsers(db, reachOf(actor)),
  })),
  exportUsers: own(calls.exportUsers, (context, { query: { search, ...options } }) =>
    exporting(context, async (snapshot) =>
      writeSheet({ actor: context.actor, config: context.services.config }, options, {
        fileName: 'users',
        title: 'users',
        columns: userTable,
        rows: readTable(snapshot, userRows(snapshot.db, reachOf(context.actor), search)),
        filters: search ? [['search', search]] : [],
      }),
    ),
  ),
  mobileSignup: own(calls.mobileSignup, ({ db, actor }, { body }) => mobileSignup(db, actor, body)),
  checkUsername: read(calls.checkUsername, async ({ db }, { query }) => ({
    alike: await usernamesLike(db, query.username),
  })),
  changeUserStatus: write(calls.changeUserStatus, ({ db, actor }, { body }) =>
    changeUserStatus(db, actor, body),
  ),
  deleteUser: write(calls.deleteUser, ({ db, actor }, { body }) => deleteUser(db, actor, body)),
  editUser: write(calls.editUser, ({ db, actor }, { body }) => editUser(db, actor, body)),
  resetUserPassword: own(calls.resetUserPassword, ({ db, actor }, { body }) =>
    resetUserPassword(db, actor, body),
  ),
};
