import { calls } from '@survey/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../database/audit.ts';
import { own } from '../../plugins/calls.ts';
import { bearerToken } from '../../plugins/sessions.ts';
import {
  changeOwnPassword,
  confirmSecondFactor,
  endOwnSessions,
  newRecoveryCodes,
  type Owner,
  startSecondFactor,
  stopSecondFactor,
} from './account.commands.ts';
import { accountOverview } from './account.queries.ts';

/** These calls require an administrator, so there is an id. */
const owner = (actor: Actor, request: FastifyRequest): Owner => ({
  ...actor,
  id: actor.id as number,
  token: bearerToken(request.headers.authorization) ?? '',
});

export const accountRoutes = {
  accountOverview: own(calls.accountOverview, ({ db, actor, request, services }) =>
    accountOverview(db, owner(actor, request), services.config),
  ),
  changeOwnPassword: own(calls.changeOwnPassword, ({ db, actor, request }, { body }) =>
    changeOwnPassword(db, owner(actor, request), body, {
      address: actor.address,
      userAgent: request.headers['user-agent'] ?? '',
    }),
  ),
  endOwnSession: own(calls.endOwnSession, ({ db, actor, request }, { body }) =>
    endOwnSessions(db, owner(actor, request), body.id),
  ),
  endOwnSessions: own(calls.endOwnSessions, ({ db, actor, request }) =>
    endOwnSessions(db, owner(actor, request)),
  ),
  startSecondFactor: own(calls.startSecondFactor, ({ db, actor, request }, { body }) =>
    startSecondFactor(db, owner(actor, request), body.password),
  ),
  confirmSecondFactor: own(calls.confirmSecondFactor, ({ db, actor, request }, { body }) =>
    confirmSecondFactor(db, owner(actor, request), body.code),
  ),
  newRecoveryCodes: own(calls.newRecoveryCodes, ({ db, actor, request }, { body }) =>
    newRecoveryCodes(db, owner(actor, request), body),
  ),
  stopSecondFactor: own(calls.stopSecondFactor, ({ db, actor, request }, { body }) =>
    stopSecondFactor(db, owner(actor, request), body),
  ),
};
