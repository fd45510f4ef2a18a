// Who makes a request, and whether the call is theirs to make (R1, R2).
import { type Call, roles, unusedHeader } from '@survey/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import type { Actor } from '../database/audit.ts';
import { say } from '../say.ts';
import { clientAddress } from './client-address.ts';
import { bearerToken, type SessionUser, type sessionLookUp } from './sessions.ts';

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

type SetupSettings = Pick<Config, 'REQUIRE_SECOND_FACTOR'>;

/** What an administrator must do first: change a made password, or switch on the second factor that is asked for. */
const setupOf = (user: SessionUser, { REQUIRE_SECOND_FACTOR }: SetupSettings): Actor['setup'] => {
  if (user.role_id !== roles.administrator) return undefined;
  if (user.must_change_password) return 'password';
  return REQUIRE_SECOND_FACTOR && !user.has_second_factor ? 'second-factor' : undefined;
};

const setupRefusals = {
  password: 'password-change-required',
  'second-factor': 'second-factor-setup-required',
} as const;

/**
 * Who makes the request; throws where the call's access does not allow it. Runs before a byte
 * of the body is read: what anybody sends must not cost more than a look-up (ADR 39).
 */
export const authenticate = async (
  call: Call,
  request: FastifyRequest,
  userOfToken: UserOfToken,
  config: SetupSettings,
): Promise<Actor> => {
  const token = bearerToken(request.headers.authorization);
  const isUse = request.headers[unusedHeader] === undefined;
  const user = token && (await userOfToken(token, isUse));
  if (!user) {
    if (call.access === 'public') return nobody(request);
    throw new AppError('unauthenticated', say('session-ended'));
  }
  const setup = setupOf(user, config);
  const actor: Actor = {
    id: user.id,
    username: user.username,
    name: user.name,
    role_id: user.role_id,
    email: user.email,
    setup,
    address: clientAddress(request),
    request_id: request.id,
  };
  // The log says who was refused.
  request.actor = actor;
  const needed = { administrator: roles.administrator, device: roles.mobileUser } as const;
  const role = needed[call.access as keyof typeof needed];
  if (role && user.role_id !== role) {
    throw new AppError('access-not-allowed', say('access-not-allowed'));
  }
  if (setup && call.access === 'administrator' && !call.duringSetup) {
    throw new AppError(setupRefusals[setup], say(setupRefusals[setup]));
  }
  return actor;
};
