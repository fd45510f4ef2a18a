// Administrators, for each other: who there is, adding, blocking, removing. Beyond spec 7.
import { z } from 'zod';
import { ownCode, ownPassword } from './account.ts';
import { defineCall } from './call.ts';
import { fieldMessages } from './field-messages.ts';
import { circleName, done, lenientBoolean, recordId } from './fields.ts';
import { accountEmail, personName } from './person-fields.ts';

const access = 'administrator';
const errors = ['unauthenticated', 'access-not-allowed', 'invalid-input'] as const;
const changeErrors = [...errors, 'too-many-attempts', 'not-found', 'conflict'] as const;

/** Most circles of a limited administrator. */
export const mostLimitCircles = 100;

const administrator = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  status: z.boolean(),
  created_at: z.string(),
  last_seen: z.string().nullable(),
  second_factor: z.boolean(),
  /** The password was made for them and not changed yet. */
  must_change_password: z.boolean(),
  is_me: z.boolean(),
  /** Null: all circles. */
  circles: z.array(z.string()).nullable(),
  read_only: z.boolean(),
});
export type Administrator = z.infer<typeof administrator>;

export const administrators = defineCall({
  name: 'administrators',
  module: 'sign-in',
  method: 'GET',
  path: '/api/administrators',
  access,
  summary: 'All administrators, by email.',
  input: {},
  reply: { kind: 'json', schema: z.object({ administrators: z.array(administrator) }) },
  errors,
  extension: true,
  example: {
    reply: {
      administrators: [
        {
          id: 1,
          name: 'Amina Admin',
          email: 'admin@example.org',
          status: true,
          created_at: '2026-03-10T09:00:00.000Z',
          last_seen: '2026-03-10T11:42:00.000Z',
          second_factor: true,
          must_change_password: false,
          is_me: true,
          circles: null,
          read_only: false,
        },
      ],
    },
  },
});

/** The form of a new administrator. */
export const newAdministrator = z.object({ email: accountEmail, name: personName });

/** My own password and code, for changes that a stolen token must not make. */
const confirmation = { password: ownPassword, code: ownCode };
const samplePassword = 'a long password';

export const addAdministrator = defineCall({
  name: 'addAdministrator',
  module: 'sign-in',
  method: 'POST',
  path: '/api/administrators/add',
  access,
  summary:
    'Adds an administrator with a made password, which must be changed at the first sign-in.',
  input: { body: newAdministrator.extend(confirmation) },
  reply: {
    kind: 'json',
    /** Shown only once. */
    schema: done.extend({ made_password: z.string() }),
  },
  errors: changeErrors,
  extension: true,
  example: {
    body: { email: 'saba@example.org', name: 'Saba Noor', password: samplePassword },
    reply: {
      success: true,
      message: 'saba@example.org is an administrator now.',
      made_password: 'k7WqPm2fA9xtRc4pnVd3',
    },
  },
});

export const changeAdministratorStatus = defineCall({
  name: 'changeAdministratorStatus',
  module: 'sign-in',
  method: 'POST',
  path: '/api/administrators/status',
  access,
  summary: 'Blocks (false) or unblocks (true) another administrator; blocking ends the sessions.',
  input: { body: z.object({ user_id: recordId, status: lenientBoolean, ...confirmation }) },
  reply: { kind: 'json', schema: done },
  errors: changeErrors,
  extension: true,
  example: { body: { user_id: 3, status: false, password: samplePassword } },
});

/** Limits as they are set: an empty list of circles is not a limit to none, and is refused. */
export const newLimits = z.object({
  circles: z
    .array(circleName)
    .min(1, fieldMessages.required)
    .max(mostLimitCircles)
    .nullable()
    .transform((circles) => circles && [...new Set(circles)]),
  read_only: z.boolean(),
});

export const limitAdministrator = defineCall({
  name: 'limitAdministrator',
  module: 'sign-in',
  method: 'POST',
  path: '/api/administrators/limits',
  access,
  summary:
    'Limits another administrator to some circles (null: all) and to reading; the sessions end.',
  input: { body: newLimits.extend({ user_id: recordId, ...confirmation }) },
  reply: { kind: 'json', schema: done },
  errors: changeErrors,
  extension: true,
  example: {
    body: { user_id: 3, circles: ['Model Town'], read_only: true, password: samplePassword },
  },
});

export const removeAdministrator = defineCall({
  name: 'removeAdministrator',
  module: 'sign-in',
  method: 'POST',
  path: '/api/administrators/remove',
  access,
  summary: 'Removes another administrator, with sessions and private views.',
  input: { body: z.object({ user_id: recordId, ...confirmation }) },
  reply: { kind: 'json', schema: done },
  errors: changeErrors,
  extension: true,
  example: { body: { user_id: 3, password: samplePassword } },
});
