// Signing in and out (spec 1, 6, 7; R1 to R7).
import { z } from 'zod';
import { defineCall } from './call.ts';
import { done, text } from './fields.ts';

export const roles = { administrator: 1, mobileUser: 2 } as const;

export const signedInUser = z.object({
  id: z.number(),
  role_id: z.number(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
});
export type SignedInUser = z.infer<typeof signedInUser>;

export const login = defineCall({
  name: 'login',
  module: 'sign-in',
  method: 'POST',
  path: '/api/login',
  access: 'public',
  summary:
    'Signs in and answers a token for the Authorization header. An account with a second factor is refused with second-factor-required until `code` comes too.',
  input: {
    body: z.object({
      email: text(320),
      password: z.string().max(1000),
      /** Of the authenticator app, or a recovery code; only accounts with a second factor need it. */
      code: z.string().max(100).nullish(),
    }),
  },
  reply: { kind: 'json', schema: z.object({ token: z.string().min(1), user: signedInUser }) },
  errors: [
    'wrong-credentials',
    'second-factor-required',
    'second-factor-wrong',
    'user-blocked',
    'cross-site',
    'invalid-input',
    'too-many-attempts',
  ],
  example: { body: { email: 'admin@example.org', password: 'a long password' } },
});

export const logout = defineCall({
  name: 'logout',
  module: 'sign-in',
  method: 'POST',
  path: '/logout',
  aliases: ['/api/logout'],
  access: 'signed-in',
  circles: 'whole',
  forReaders: true,
  summary: 'Ends the session of the token.',
  input: {},
  reply: { kind: 'json', schema: done },
  errors: ['unauthenticated'],
  example: { reply: { success: true, message: 'Signed out' } },
});

/**
 * Notices of `capabilities`: something happened to the own account, or the server seems to be behind a proxy that it
 * does not know of.
 */
export type Notice = 'account-events' | 'forwarded-addresses';

/** Extensions of this server beyond spec 7, and settings of the console (docs/readings.md). */
export const capabilities = defineCall({
  name: 'capabilities',
  module: 'sign-in',
  method: 'GET',
  path: '/api/capabilities',
  access: 'administrator',
  circles: 'answer',
  summary: 'The extension calls of this server and the settings that the console needs.',
  input: {},
  reply: {
    kind: 'json',
    schema: z.object({
      calls: z.array(z.string()),
      time_zone: z.string(),
      maps_url: z.string().nullable(),
      subreport_usernames: z.array(z.string()),
      /** The unit of areas, where the operation names it. */
      area_unit: z.string().nullish(),
      user: signedInUser,
      /** What must be done on the Account screen before other calls are answered. */
      setup: z.enum(['password', 'second-factor']).nullish(),
      /** Headers in which phones describe themselves, beyond spec 7 (docs/phones.md). */
      phone_headers: z.array(z.string()).optional(),
      /** What an administrator should know of; see `notices`. */
      notices: z.array(z.string()).optional(),
      /** Limits of the signed-in administrator, and the calls that they refuse; null without limits. */
      limits: z
        .object({
          circles: z.array(z.string()).nullable(),
          read_only: z.boolean(),
          refused: z.array(z.string()),
        })
        .nullish(),
    }),
  },
  errors: ['unauthenticated', 'access-not-allowed'],
  extension: true,
  duringSetup: true,
  example: {
    reply: {
      calls: ['capabilities', 'pinSuggestions'],
      time_zone: 'Asia/Karachi',
      maps_url: null,
      subreport_usernames: ['ali.raza', 'sana.khan'],
      user: {
        id: 1,
        role_id: 1,
        name: 'Amina Admin',
        username: 'amina',
        email: 'admin@example.org',
      },
    },
  },
});
