// An administrator's own account: password, second factor, open sessions.
// Beyond spec 7; a console shows `/account` only where the server has these calls.
import { z } from 'zod';
import { defineCall } from './call.ts';
import { fieldMessages } from './field-messages.ts';
import { done, limits, recordId } from './fields.ts';

/** An administrator's new password. The server decides whether it is easy to guess. */
export const newPassword = z.string().min(limits.administratorPasswordMinLength).max(1000);

/** A code copied from an app or from paper: spaces and dashes are ignored. */
export const oneTimeCode = z
  .string()
  .max(100)
  .transform((written) => written.replace(/[\s-]/g, '').toLowerCase())
  .refine((code) => code !== '', fieldMessages.required);

/** Of the second factor; needed where it is on. */
export const ownCode = oneTimeCode.nullish().transform((code) => code ?? null);

export const ownPassword = z.string().min(1, fieldMessages.required).max(1000);
const errors = ['unauthenticated', 'access-not-allowed', 'invalid-input'] as const;
const throttleErrors = [...errors, 'too-many-attempts'] as const;
const access = 'administrator';
const samplePassword = 'a long password';
const sampleCodes = ['k7wq-2mfa-6xtr-c4pn-vd3h-zbe5', 'h3vd-5zbe-5gsj-6uqy-mfa2-wq7k'];

export const ownSession = z.object({
  id: z.number(),
  /** Address of the sign-in; empty for sessions older than this list. */
  address: z.string(),
  /** The browser's own name. */
  user_agent: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  is_current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

const accountEvent = z.object({
  at: z.string(),
  action: z.string(),
  address: z.string(),
  /** The owner has not said yet that they know of it. */
  is_new: z.boolean(),
});
export type AccountEvent = z.infer<typeof accountEvent>;

export const accountOverview = defineCall({
  name: 'accountOverview',
  module: 'sign-in',
  method: 'GET',
  path: '/api/account',
  access,
  circles: 'whole',
  summary:
    'My own sessions, newest use first, the state of my second factor, and what happened to my account.',
  input: {},
  reply: {
    kind: 'json',
    schema: z.object({
      second_factor: z.object({
        is_on: z.boolean(),
        since: z.string().nullable(),
        recovery_codes_left: z.number(),
      }),
      sessions: z.array(ownSession),
      /** What happened to the account, newest first: changes of its sign-in, and refused sign-ins. */
      events: z.array(accountEvent),
    }),
  },
  errors,
  extension: true,
  duringSetup: true,
  example: {
    reply: {
      second_factor: { is_on: true, since: '2026-03-10T09:05:06.000Z', recovery_codes_left: 10 },
      sessions: [
        {
          id: 17,
          address: '203.0.113.7',
          user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
          created_at: '2026-03-10T09:00:00.000Z',
          last_used_at: '2026-03-10T11:42:00.000Z',
          is_current: true,
        },
      ],
      events: [
        {
          at: '2026-03-09T22:14:00.000Z',
          action: 'sign-in-code-asked',
          address: '198.51.100.4',
          is_new: true,
        },
      ],
    },
  },
});
export type AccountOverview = z.infer<(typeof accountOverview)['reply']['schema']>;

export const changeOwnPassword = defineCall({
  name: 'changeOwnPassword',
  module: 'sign-in',
  method: 'POST',
  path: '/api/account/password',
  access,
  circles: 'whole',
  forReaders: true,
  summary: 'Sets my password. Ends all my sessions and answers the token of a new one.',
  input: { body: z.object({ current_password: ownPassword, new_password: newPassword }) },
  reply: { kind: 'json', schema: done.extend({ token: z.string() }) },
  errors: throttleErrors,
  extension: true,
  duringSetup: true,
  example: {
    body: { current_password: samplePassword, new_password: 'seven parcels by the canal' },
  },
});

export const endOwnSession = defineCall({
  name: 'endOwnSession',
  module: 'sign-in',
  method: 'POST',
  path: '/api/account/sessions/end',
  access,
  circles: 'whole',
  forReaders: true,
  summary: 'Signs one of my sessions out; one that has ended already stays so.',
  input: { body: z.object({ id: recordId }) },
  reply: { kind: 'json', schema: done },
  errors,
  extension: true,
  duringSetup: true,
  example: { body: { id: 17 } },
});

export const endOwnSessions = defineCall({
  name: 'endOwnSessions',
  module: 'sign-in',
  method: 'POST',
  path: '/api/account/sessions/end-all',
  access,
  circles: 'whole',
  forReaders: true,
  summary: 'Signs me out everywhere, here too.',
  input: {},
  reply: { kind: 'json', schema: done },
  errors,
  extension: true,
  duringSetup: true,
  example: { reply: { success: true, message: 'Signed out everywhere.' } },
});

export const seenAccountEvents = defineCall({
  name: 'seenAccountEvents',
  module: 'sign-in',
  method: 'POST',
  path: '/api/account/events/seen',
  access,
  circles: 'whole',
  forReaders: true,
  summary: 'Notes that I know of what happened to my account until now.',
  input: {},
  reply: { kind: 'json', schema: done },
  errors,
  extension: true,
  example: { reply: { success: true, message: 'Remembered.' } },
});

export const startSecondFactor = defineCall({
  name: 'startSecondFactor',
  module: 'sign-in',
  method: 'POST',
  path: '/api/account/second-factor/start',
  access,
  circles: 'whole',
  forReaders: true,
  summary: 'Makes the secret for an authenticator app. It counts once a code of it is confirmed.',
  input: { body: z.object({ password: ownPassword }) },
  reply: {
    kind: 'json',
    schema: z.object({
      /** Base32, to be typed where no camera is at hand. */
      secret: z.string(),
      /** The same as an `otpauth://` address, for a QR code. */
      uri: z.string(),
    }),
  },
  errors: [...throttleErrors, 'conflict'],
  extension: true,
  duringSetup: true,
  example: { body: { password: samplePassword } },
});

const recoveryCodes = done.extend({
  /** Shown only once; each is valid for one sign-in in place of a code from the app. */
  recovery_codes: z.array(z.string()),
});

export const confirmSecondFactor = defineCall({
  name: 'confirmSecondFactor',
  module: 'sign-in',
  method: 'POST',
  path: '/api/account/second-factor/confirm',
  access,
  circles: 'whole',
  forReaders: true,
  summary: 'Switches my second factor on with a code of the app. Ends my other sessions.',
  input: { body: z.object({ code: oneTimeCode }) },
  reply: { kind: 'json', schema: recoveryCodes },
  errors: [...throttleErrors, 'conflict'],
  extension: true,
  duringSetup: true,
  // A code is valid for half a minute: this example works by chance only.
  example: {
    body: { code: '492 039' },
    reply: { success: true, message: 'The second factor is on.', recovery_codes: sampleCodes },
  },
});

export const newRecoveryCodes = defineCall({
  name: 'newRecoveryCodes',
  module: 'sign-in',
  method: 'POST',
  path: '/api/account/second-factor/recovery-codes',
  access,
  circles: 'whole',
  forReaders: true,
  summary: 'Makes new recovery codes; the old ones and my other sessions end.',
  input: { body: z.object({ password: ownPassword, code: ownCode }) },
  reply: { kind: 'json', schema: recoveryCodes },
  errors: [...throttleErrors, 'conflict'],
  extension: true,
  example: {
    body: { password: samplePassword, code: '492 039' },
    reply: { success: true, message: 'The old codes have ended.', recovery_codes: sampleCodes },
  },
});

export const stopSecondFactor = defineCall({
  name: 'stopSecondFactor',
  module: 'sign-in',
  method: 'POST',
  path: '/api/account/second-factor/stop',
  access,
  circles: 'whole',
  forReaders: true,
  summary: 'Switches my second factor off. Ends my other sessions.',
  input: { body: z.object({ password: ownPassword, code: ownCode }) },
  reply: { kind: 'json', schema: done },
  errors: throttleErrors,
  extension: true,
  example: { body: { password: samplePassword, code: '492 039' } },
});
