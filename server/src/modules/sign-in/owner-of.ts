import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../database/audit.ts';
import { bearerToken } from '../../plugins/sessions.ts';
import type { Owner } from './confirm-owner.ts';

/** The signed-in caller of a call, with the token of the session. */
export const ownerOf = (actor: Actor, request: FastifyRequest): Owner => ({
  ...actor,
  id: actor.id as number,
  token: bearerToken(request.headers.authorization) ?? '',
});
