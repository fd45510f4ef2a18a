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
const owner = (actor: Actor): Owner => ({ ...actor, id: actor.id as number });
const tokenOf = (request: FastifyRequest) => bearerToken(request.headers.authorization) ?? '';

export const accountRoutes = {
  accountOverview: own(calls.accountOverview, ({ db, actor, request, services }) =>
    accountOverview(db, owner(actor).id, tokenOf(request), services.config),
  ),
  changeOwnPassword: own(calls.changeOwnPassword, ({ db, actor, request }, { body }) =>
    changeOwnPassword(db, owner(actor), body, {
      address: actor.address,
      userAgent: request.headers['user-agent'] ?? '',
    }),
  ),
  endOwnSession: own(calls.endOwnSession, ({ db, actor }, { body }) =>
    endOwnSessions(db, owner(actor), body.id),
  ),
  endOwnSessions: own(calls.endOwnSessions, ({ db, actor }) => endOwnSessions(db, owner(actor))),
  startSecondFactor: own(calls.startSecondFactor, ({ db, actor }, { body }) =>
    startSecondFactor(db, owner(actor), body.password),
  ),
  confirmSecondFactor: own(calls.confirmSecondFactor, ({ db, actor, request }, { body }) =>
    confirmSecondFactor(db, owner(actor), body.code, tokenOf(request)),
  ),
  newRecoveryCodes: own(calls.newRecoveryCodes, ({ db, actor }, { body }) =>
    newRecoveryCodes(db, owner(actor), body.password),
  ),
  stopSecondFactor: own(calls.stopSecondFactor, ({ db, actor }, { body }) =>
    stopSecondFactor(db, owner(actor), body.password),
  ),
};
