// Who makes a request, and whether the call is theirs to make (R1, R2).
import { type Call, roles } from '@survey/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Actor } from '../database/audit.ts';
import { say } from '../say.ts';
import { clientAddress } from './client-address.ts';
import { bearerToken, type sessionLookUp } from './sessions.ts';

export type UserOfToken = ReturnType<typeof sessionLookUp>;

const nobody = (request: FastifyRequest): Actor => ({
  id: null,
  username: '',
  name: '',
  role_id: 0,
  email: '',
  address: clientAddress(request),
  request_id: request.id,
});

/**
 * Who makes the request; throws where the call's access does not allow it. Runs before a byte
 * of the body is read: what anybody sends must not cost more than a look-up (ADR 39).
 */
export const authenticate = async (
  call: Call,
  request: FastifyRequest,
  userOfToken: UserOfToken,
): Promise<Actor> => {
  const token = bearerToken(request.headers.authorization);
  const user = token && (await userOfToken(token));
  if (!user) {
    if (call.access === 'public') return nobody(request);
    throw new AppError('unauthenticated', say('session-ended'));
  }
  const needed = { administrator: roles.administrator, device: roles.mobileUser } as const;
  const role = needed[call.access as keyof typeof needed];
  if (role && user.role_id !== role) {
    throw new AppError('access-not-allowed', say('access-not-allowed'));
  }
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    role_id: user.role_id,
    email: user.email,
    address: clientAddress(request),
    request_id: request.id,
  };
};
