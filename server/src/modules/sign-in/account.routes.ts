import { calls } from '@survey/contract';
import { own } from '../../plugins/calls.ts';
import { telling } from '../../say.ts';
import {
  changeOwnPassword,
  confirmSecondFactor,
  endOwnSessions,
  newRecoveryCodes,
  startSecondFactor,
  stopSecondFactor,
} from './account.commands.ts';
import { accountOverview } from './account.queries.ts';
import { noteEventsSeen } from './account-events.queries.ts';
import { ownerOf } from './owner-of.ts';

export const accountRoutes = {
  accountOverview: own(calls.accountOverview, ({ db, actor, request, services }) =>
    accountOverview(db, ownerOf(actor, request), services.config),
  ),
  changeOwnPassword: own(calls.changeOwnPassword, ({ db, actor, request }, { body }) =>
    changeOwnPassword(db, ownerOf(actor, request), body, {
      address: actor.address,
      userAgent: request.headers['user-agent'] ?? '',
    }),
  ),
  endOwnSession: own(calls.endOwnSession, ({ db, actor, request }, { body }) =>
    endOwnSessions(db, ownerOf(actor, request), body.id),
  ),
  endOwnSessions: own(calls.endOwnSessions, ({ db, actor, request }) =>
    endOwnSessions(db, ownerOf(actor, request)),
  ),
  seenAccountEvents: own(calls.seenAccountEvents, async ({ db, actor, request }) => {
    await noteEventsSeen(db, ownerOf(actor, request).id);
    return { success: true, ...telling('view-remembered') };
  }),
  startSecondFactor: own(calls.startSecondFactor, ({ db, actor, request }, { body }) =>
    startSecondFactor(db, ownerOf(actor, request), body.password),
  ),
  confirmSecondFactor: own(calls.confirmSecondFactor, ({ db, actor, request }, { body }) =>
    confirmSecondFactor(db, ownerOf(actor, request), body.code),
  ),
  newRecoveryCodes: own(calls.newRecoveryCodes, ({ db, actor, request }, { body }) =>
    newRecoveryCodes(db, ownerOf(actor, request), body),
  ),
  stopSecondFactor: own(calls.stopSecondFactor, ({ db, actor, request }, { body }) =>
    stopSecondFactor(db, ownerOf(actor, request), body),
  ),
};
