// Finds out who makes a request, and whether they may (R1, R2): people by sessions, programs by API keys.
import { type Call, circleKey, refusedBy, roles, unusedHeader } from '@survey/contract';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import type { Actor } from '../database/audit.ts';
import type { Tables } from '../database/tables.ts';
import { say } from '../say.ts';
import { apiKeyLookUp, apiKeyOf } from './api-keys.ts';
import { clientAddress } from './client-address.ts';
import { HourlyAllowance } from './hourly-allowance.ts';
import { bearerToken, type SessionUser, sessionLookUp } from './sessions.ts';

/** Looks up callers. */
export interface Callers {
  userOfToken: ReturnType<typeof sessionLookUp>;
  keyOf: ReturnType<typeof apiKeyLookUp>;
  /** Limits the requests of each key. */
  keyAllowance: HourlyAllowance;
  settings: SetupSettings;
}

/** Look-ups and limits of this process. */
export const openCallers = (db: Kysely<Tables>, config: Config): Callers => ({
  userOfToken: sessionLookUp(db, config),
  keyOf: apiKeyLookUp(db),
  keyAllowance: new HourlyAllowance(config.KEY_REQUESTS_PER_HOUR),
  settings: config,
});

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

/** What a call requires of its caller. */
export type Needed = Pick<
  Call,
  'access' | 'method' | 'keyScope' | 'duringSetup' | 'circles' | 'forReaders'
>;

/** The circles of a key, without those that its owner does not reach; undefined: all. */
const circlesOfKey = (
  own: readonly string[] | null,
  owners: readonly string[] | null,
): readonly string[] | undefined => {
  const circles = own ?? owners ?? undefined;
  if (!own || !owners) return circles;
  const keys = new Set(owners.map(circleKey));
  return own.filter((circle) => keys.has(circleKey(circle)));
};

const limitRefusals = { circles: 'limited-circles', reading: 'limited-reading' } as const;

/** @throws AppError access-not-allowed where a limit of the caller refuses the call */
const refuseBeyondLimits = (needed: Needed, { circles, isReadOnly }: Actor): void => {
  const limit = refusedBy(needed, { circles: circles ?? null, isReadOnly: isReadOnly ?? false });
  if (limit) throw new AppError('access-not-allowed', say(limitRefusals[limit]));
};

/**
 * The owner of an API key, for calls that are open to a scope of the key.
 * @throws AppError unauthenticated, access-not-allowed, too-many-attempts
 */
const keyActor = async (
  needed: Needed,
  given: string,
  request: FastifyRequest,
  { keyOf, keyAllowance }: Callers,
): Promise<Actor> => {
  const { keyScope } = needed;
  const address = clientAddress(request);
  const found = await keyOf(given, address);
  if (!found) throw new AppError('unauthenticated', say('api-key-ended'));
  const { key_id, key_name, scopes, id, username, name, role_id, email } = found;
  const actor: Actor = {
    id,
    username,
    name,
    role_id,
    email,
    key: { id: key_id, name: key_name, scopes },
    circles: circlesOfKey(found.circles, found.owner_circles),
    address,
    request_id: request.id,
  };
  // Set before refusals, so that the log says who was refused.
  request.actor = actor;
  if (!keyScope) throw new AppError('access-not-allowed', say('api-key-no-call'));
  if (!scopes.includes(keyScope)) {
    throw new AppError('access-not-allowed', say('api-key-scope', { scope: keyScope }));
  }
  if (actor.circles?.length === 0) {
    // An empty list of circles would be taken as no filter.
    throw new AppError('access-not-allowed', say('api-key-circles'));
  }
  refuseBeyondLimits(needed, actor);
  const retryAfter = keyAllowance.wait(key_id, 1);
  if (retryAfter > 0) throw new AppError('too-many-attempts', say('api-key-rate'), { retryAfter });
  keyAllowance.take(key_id, 1);
  return actor;
};

/**
 * The caller of a request. Runs before a byte of the body is read, so that a request without rights costs no more than
 * a look-up (ADR 39).
 * @throws AppError unauthenticated, access-not-allowed; too-many-attempts with an API key
 */
export const authenticate = async (
  needed: Needed,
  request: FastifyRequest,
  callers: Callers,
): Promise<Actor> => {
  const { authorization } = request.headers;
  const key = apiKeyOf(authorization);
  if (key !== undefined) return keyActor(needed, key, request, callers);
  const token = bearerToken(authorization);
  const isUse = request.headers[unusedHeader] === undefined;
  const user = token && (await callers.userOfToken(token, isUse));
  if (!user) {
    if (needed.access === 'public') return nobody(request);
    throw new AppError('unauthenticated', say('session-ended'));
  }
  const setup = setupOf(user, callers.settings);
  const actor: Actor = {
    id: user.id,
    username: user.username,
    name: user.name,
    role_id: user.role_id,
    email: user.email,
    setup,
    circles: user.circles ?? undefined,
    isReadOnly: user.is_read_only,
    address: clientAddress(request),
    request_id: request.id,
  };
  // The log says who was refused.
  request.actor = actor;
  const roleOf = { administrator: roles.administrator, device: roles.mobileUser } as const;
  const role = roleOf[needed.access as keyof typeof roleOf];
  if (role && user.role_id !== role) {
    throw new AppError('access-not-allowed', say('access-not-allowed'));
  }
  if (setup && needed.access === 'administrator' && !needed.duringSetup) {
    throw new AppError(setupRefusals[setup], say(setupRefusals[setup]));
  }
  if (needed.access === 'administrator') refuseBeyondLimits(needed, actor);
  return actor;
};
