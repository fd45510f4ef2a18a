import { calls } from '@survey/contract';
import { type Binding, own, read, write } from '../../plugins/calls.ts';
import {
  changeUserStatus,
  deleteUser,
  editUser,
  mobileSignup,
  resetUserPassword,
} from './users.commands.ts';
import { allMobileUsers } from './users.queries.ts';

export const usersRoutes: Binding[] = [
  read(calls.mobileUsers, async ({ db }) => ({ users: await allMobileUsers(db) })),
  own(calls.mobileSignup, ({ db, actor }, { body }) => mobileSignup(db, actor, body)),
  write(calls.changeUserStatus, ({ db, actor }, { body }) => changeUserStatus(db, actor, body)),
  write(calls.deleteUser, ({ db, actor }, { body }) => deleteUser(db, actor, body)),
  write(calls.editUser, ({ db, actor }, { body }) => editUser(db, actor, body)),
  own(calls.resetUserPassword, ({ db, actor }, { body }) => resetUserPassword(db, actor, body)),
];
