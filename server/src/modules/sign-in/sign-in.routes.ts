import {
  type Call,
  calls,
  extensionNames,
  type Notice,
  phoneHeaderTexts,
  refusedBy,
} from '@survey/contract';
import { type Actor, audit } from '../../database/audit.ts';
import { own, read, write } from '../../plugins/calls.ts';
import { originOf } from '../../plugins/origin-of.ts';
import { surveyPath } from '../../plugins/security-headers.ts';
import { bearerToken, endSession } from '../../plugins/sessions.ts';
import { telling } from '../../say.ts';
import { accountRoutes } from './account.routes.ts';
import { hasNewEvents } from './account-events.queries.ts';
import { administratorsRoutes } from './administrators.routes.ts';
import { apiKeysRoutes } from './api-keys.routes.ts';
import { signIn } from './sign-in.commands.ts';
import { makeSignInCodes } from './sign-in-codes.commands.ts';

/** The limits of an administrator, with the calls that these refuse; null without limits. */
const limitsOf = (actor: Actor) => {
  const circles = actor.circles ?? null;
  const isReadOnly = actor.isReadOnly ?? false;
  if (!circles && !isReadOnly) return null;
  const table: Call[] = Object.values(calls);
  const refused = table.filter(
    (call) => call.access === 'administrator' && refusedBy(call, { circles, isReadOnly }),
  );
  return {
    circles: circles && [...circles],
    read_only: isReadOnly,
    refused: refused.map(({ name }) => name),
  };
};

export const signInRoutes = {
  login: own(calls.login, ({ db, actor, request }, { body: { email, password, code } }) =>
    signIn(db, {
      login: email,
      password,
      code,
      address: actor.address,
      userAgent: request.headers['user-agent'] ?? '',
      requestId: request.id,
    }),
  ),
  logout: write(calls.logout, async ({ db, actor, request, reply }) => {
    // Photos may be cached, but not for who uses this browser next.
    reply.header('clear-site-data', '"cache"');
    await endSession(db, bearerToken(request.headers.authorization) ?? '');
    await audit(db, actor, { action: 'sign-out', subject: actor.username, rowCount: 1 });
    return { success: true, ...telling('signed-out') };
  }),
  capabilities: read(calls.capabilities, async ({ db, actor, services: { config, forwarded } }) => {
    const notices: Notice[] = [
      ...((await hasNewEvents(db, actor)) ? ['account-events' as const] : []),
      ...(forwarded.areIgnored() ? ['forwarded-addresses' as const] : []),
    ];
    const limits = limitsOf(actor);
    return {
      limits,
      calls: extensionNames.filter((name) => !limits?.refused.includes(name)),
      time_zone: config.TIME_ZONE,
      maps_url: config.MAPS_URL ?? null,
      subreport_usernames: config.SUBREPORT_USERNAMES,
      area_unit: config.AREA_UNIT ?? null,
      phone_headers: Object.keys(phoneHeaderTexts),
      setup: actor.setup ?? null,
      notices,
      user: {
        id: actor.id ?? 0,
        role_id: actor.role_id,
        name: actor.name,
        username: actor.username,
        email: actor.email ?? '',
      },
    };
  }),
  makeSignInCodes: write(calls.makeSignInCodes, ({ db, actor, request }, { body }) =>
    makeSignInCodes(db, actor, body, originOf(request) + surveyPath),
  ),
  ...accountRoutes,
  ...administratorsRoutes,
  ...apiKeysRoutes,
};
