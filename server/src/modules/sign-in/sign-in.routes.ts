import { type Call, calls, extensionNames } from '@survey/contract';
import { type Binding, own, read } from '../../plugins/calls.ts';
import { bearerToken, endSession } from '../../plugins/sessions.ts';
import { signIn } from './sign-in.commands.ts';
import { findAccount } from './sign-in.queries.ts';

const isExtension = (call: Call) => extensionNames.includes(call.name);

export const signInRoutes: Binding[] = [
  own(calls.login, ({ db, actor }, { body }) =>
    signIn(db, { login: body.email, password: body.password, address: actor.address }),
  ),
  own(calls.logout, async ({ db, request }) => {
    await endSession(db, bearerToken(request.headers.authorization) ?? '');
    return { success: true, message: 'Signed out' };
  }),
  read(calls.capabilities, async ({ db, actor, services: { config, boundCalls } }) => {
    const account = await findAccount(db, actor.username);
    return {
      calls: boundCalls.filter(isExtension).map((call) => call.name),
      time_zone: config.TIME_ZONE,
      maps_url: config.MAPS_URL ?? null,
      subreport_usernames: config.SUBREPORT_USERNAMES,
      user: {
        id: actor.id ?? 0,
        role_id: actor.role_id,
        name: actor.name,
        username: actor.username,
        email: account?.email ?? '',
      },
    };
  }),
];
