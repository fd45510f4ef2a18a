// Keys for programs that read: spreadsheets, Power BI, QGIS, scripts (docs/feeds.md). Beyond spec 7.
import { z } from 'zod';
import { ownCode, ownPassword } from './account.ts';
import { apiScopes } from './api-scopes.ts';
import { defineCall } from './call.ts';
import { fieldMessages } from './field-messages.ts';
import { circleName, done, recordId, requiredText } from './fields.ts';

/** Limits of keys; a key always has an end. */
export const apiKeyLimits = { days: 90, mostDays: 366, circles: 100, keys: 100 } as const;

/** What every key begins with, for scanners of secrets and for people. */
export const apiKeyPrefix = 'fskey_';

const access = 'administrator';
const errors = ['unauthenticated', 'access-not-allowed', 'invalid-input'] as const;

const apiKey = z.object({
  id: z.number(),
  name: z.string(),
  /** The first characters of the key, by which its owner recognises it. */
  begins: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** Null: all circles. */
  circles: z.array(z.string()).nullable(),
  /** The administrator who made it; blocked or removed, they take it with them. */
  owner: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  is_expired: z.boolean(),
  last_used: z.string().nullable(),
  /** Empty where it was never used. */
  last_address: z.string(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeys = defineCall({
  name: 'apiKeys',
  module: 'sign-in',
  method: 'GET',
  path: '/api/api-keys',
  access,
  summary: 'All API keys, newest first. The keys themselves are not stored.',
  input: {},
  reply: { kind: 'json', schema: z.object({ keys: z.array(apiKey) }) },
  errors,
  extension: true,
  example: {
    reply: {
      keys: [
        {
          id: 1,
          name: 'Power BI',
          begins: 'fskey_k7wQ',
          scopes: ['reports'],
          circles: ['Model Town'],
          owner: 'admin@example.org',
          created_at: '2026-03-10T09:00:00.000Z',
          expires_at: '2026-06-08T09:00:00.000Z',
          is_expired: false,
          last_used: '2026-03-10T11:42:00.000Z',
          last_address: '203.0.113.7',
        },
      ],
    },
  },
});

/** The form of a new key. */
export const newApiKey = z.object({
  name: requiredText(100),
  scopes: z
    .array(z.enum(apiScopes))
    .min(1, fieldMessages.required)
    .max(apiScopes.length)
    .transform((scopes) => [...new Set(scopes)]),
  /** None, or null: all circles. */
  circles: z
    .array(circleName)
    .max(apiKeyLimits.circles)
    .nullish()
    .transform((circles) => (circles?.length ? [...new Set(circles)] : null)),
  days: z.coerce.number().int().min(1).max(apiKeyLimits.mostDays).default(apiKeyLimits.days),
});

export const addApiKey = defineCall({
  name: 'addApiKey',
  module: 'sign-in',
  method: 'POST',
  path: '/api/api-keys/add',
  access,
  summary: 'Makes a key that reads; the answer is the only place that shows it.',
  input: { body: newApiKey.extend({ password: ownPassword, code: ownCode }) },
  reply: { kind: 'json', schema: done.extend({ key: z.string() }) },
  errors: [...errors, 'too-many-attempts', 'conflict'],
  extension: true,
  example: {
    body: { name: 'Power BI', scopes: ['reports'], days: 90, password: 'a long password' },
  },
});

export const endApiKey = defineCall({
  name: 'endApiKey',
  module: 'sign-in',
  method: 'POST',
  path: '/api/api-keys/end',
  access,
  summary: 'Revokes a key: the next request with it is refused.',
  input: { body: z.object({ id: recordId }) },
  reply: { kind: 'json', schema: done },
  errors: [...errors, 'not-found'],
  extension: true,
  example: { body: { id: 1 } },
});
