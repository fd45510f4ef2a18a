import { calls } from '@survey/contract';
import { own, read } from '../../plugins/calls.ts';
import { makePassword } from '../../plugins/passwords.ts';
import {
  addAdministrator,
  changeAdministratorStatus,
  limitAdministrator,
  removeAdministrator,
} from './administrators.commands.ts';
import { allAdministrators } from './administrators.queries.ts';
import { confirmOwner } from './confirm-owner.ts';
import { ownerOf } from './owner-of.ts';

export const administratorsRoutes = {
  administrators: read(calls.administrators, async ({ db, actor }) => ({
    administrators: await allAdministrators(db, actor.id),
  })),
  addAdministrator: own(calls.addAdministrator, async ({ db, actor, request }, { body }) => {
    await confirmOwner(db, ownerOf(actor, request), body);
    const { email, name } = body;
    const password = makePassword();
    const done = await addAdministrator(db, actor, { email, name, password, mustChange: true });
    return { ...done, made_password: password };
  }),
  changeAdministratorStatus: own(
    calls.changeAdministratorStatus,
    async ({ db, actor, request }, { body }) => {
      await confirmOwner(db, ownerOf(actor, request), body);
      return changeAdministratorStatus(db, actor, body);
    },
  ),
  limitAdministrator: own(calls.limitAdministrator, async ({ db, actor, request }, { body }) => {
    await confirmOwner(db, ownerOf(actor, request), body);
    return limitAdministrator(db, actor, body);
  }),
  removeAdministrator: own(calls.removeAdministrator, async ({ db, actor, request }, { body }) => {
    await confirmOwner(db, ownerOf(actor, request), body);
    return removeAdministrator(db, actor, body);
  }),
};
