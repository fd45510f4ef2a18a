// Phones with ODK Collect or KoboCollect: set up by a QR code, each with a credential of its own (docs/collect.md).
import { z } from 'zod';
import { defineCall } from './call.ts';
import { done, recordId, requiredText } from './fields.ts';

const phoneErrors = ['unauthenticated', 'access-not-allowed', 'invalid-input'] as const;

/** Most surveyors of one request: as many cards as one prints at a time. */
export const phonesAtOnce = 200;

/** Languages of the app and of the form. */
export const phoneLanguages = ['en', 'ur'] as const;
export type PhoneLanguage = (typeof phoneLanguages)[number];

const phone = z.object({
  id: z.number(),
  name: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
  /** ISO 8601; null where the phone has not been used yet. */
  last_used: z.string().nullable(),
});
export type Phone = z.infer<typeof phone>;

/** What a phone said about itself with its last request; null where it did not. */
const pagePhone = z.object({
  device_id: z.string(),
  app: z.string().nullable(),
  app_version: z.string().nullable(),
  /** ISO 8601. */
  last_contact: z.string(),
  /** Reports that it has not sent, and when the oldest of them was begun (ISO 8601). */
  unsent: z.number().nullable(),
  unsent_since: z.string().nullable(),
  free_bytes: z.number().nullable(),
  /** Seconds by which its clock is ahead of the server's. */
  clock_ahead: z.number().nullable(),
});
export type PagePhone = z.infer<typeof pagePhone>;

export const userPhones = defineCall({
  name: 'userPhones',
  module: 'users',
  method: 'GET',
  path: '/api/phones',
  access: 'administrator',
  summary:
    'The phones of a mobile user: those set up by QR code, newest first, and what phones with the surveyor’s page said about themselves.',
  input: { query: z.object({ user_id: recordId }) },
  reply: {
    kind: 'json',
    schema: z.object({
      phones: z.array(phone),
      /** Phones with the surveyor's page, or another app that describes itself, the last one first. */
      page_phones: z.array(pagePhone),
      /** Reports of this user whose photo has not arrived yet. */
      photos_awaited: z.number(),
    }),
  },
  errors: phoneErrors,
  extension: true,
  example: { query: { user_id: 2 } },
});

const phoneSetUp = z.object({
  id: z.number(),
  user_id: z.number(),
  username: z.string(),
  /** The surveyor's name, for the card. */
  name: z.string(),
  phone: z.string(),
  /** What the QR code holds: Collect's settings, zlib, Base64. It has the phone's secret, which is shown only here. */
  settings: z.string(),
});
export type PhoneSetUp = z.infer<typeof phoneSetUp>;

export const setUpPhones = defineCall({
  name: 'setUpPhones',
  module: 'users',
  method: 'POST',
  path: '/api/phones/set-up',
  access: 'administrator',
  summary:
    'Makes a credential for a new phone of each user, and the settings that its QR code holds.',
  input: {
    body: z.object({
      user_ids: z.array(recordId).min(1).max(phonesAtOnce),
      phone: requiredText(100),
      language: z.enum(phoneLanguages).default('en'),
    }),
  },
  reply: {
    kind: 'json',
    schema: z.object({
      /** The server's address as phones will use it. */
      address: z.string(),
      phones: z.array(phoneSetUp),
    }),
  },
  errors: [...phoneErrors, 'not-found', 'user-blocked'],
  extension: true,
  example: { body: { user_ids: [2], phone: 'Samsung A05, yellow', language: 'ur' } },
});

export const endPhone = defineCall({
  name: 'endPhone',
  module: 'users',
  method: 'POST',
  path: '/api/phones/end',
  access: 'administrator',
  summary: "Ends a phone's credential; what is on the phone stays there until it is set up again.",
  input: { body: z.object({ id: recordId }) },
  reply: { kind: 'json', schema: done },
  errors: [...phoneErrors, 'not-found'],
  extension: true,
  example: { body: { id: 1 } },
});

const signInCode = z.object({
  user_id: z.number(),
  username: z.string(),
  name: z.string(),
  /** Words joined by hyphens; shown only here. */
  code: z.string(),
  /** ISO 8601. */
  expires_at: z.string(),
});
export type SignInCode = z.infer<typeof signInCode>;

export const makeSignInCodes = defineCall({
  name: 'makeSignInCodes',
  module: 'users',
  method: 'POST',
  path: '/api/sign-in-codes',
  access: 'administrator',
  summary:
    'Makes a code for each user, with which the surveyor signs in once within 24 hours; an earlier code ends.',
  input: { body: z.object({ user_ids: z.array(recordId).min(1).max(phonesAtOnce) }) },
  reply: {
    kind: 'json',
    schema: z.object({
      /** Of the surveyor's page, as phones reach it. */
      address: z.string(),
      codes: z.array(signInCode),
    }),
  },
  errors: [...phoneErrors, 'not-found', 'user-blocked'],
  extension: true,
  example: { body: { user_ids: [2] } },
});

/** The link that a QR code holds: the code stands where browsers send it to no server and no log. */
export const signInLink = (address: string, code: string): string => `${address}#code=${code}`;
