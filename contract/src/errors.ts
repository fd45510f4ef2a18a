// The closed list of errors. `code` is stable; the messages stand in messages.ts.
import { z } from 'zod';
import { said } from './said.ts';

/** Every error code with its HTTP status. */
export const errorStatus = {
  'invalid-input': 422,
  'malformed-request': 400,
  'wrong-credentials': 401,
  'second-factor-required': 401,
  'second-factor-wrong': 401,
  unauthenticated: 401,
  'access-not-allowed': 403,
  'cross-site': 403,
  'password-change-required': 403,
  'second-factor-setup-required': 403,
  'user-blocked': 403,
  'link-not-valid': 403,
  'not-found': 404,
  'request-timeout': 408,
  conflict: 409,
  'pin-exists': 409,
  gone: 410,
  'too-large': 413,
  'unsupported-type': 415,
  'range-not-satisfiable': 416,
  'too-many-attempts': 429,
  'internal-error': 500,
  'photo-damaged': 500,
  'not-supported': 501,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** For the console too, which says it where a call was refused for it. */
export const sessionEnded = 'Your session has ended. Please sign in again.';

/** Field name to messages; the 422 map of spec 5. */
export const fieldErrors = z.record(z.string(), z.array(z.string()));
export type FieldErrors = z.infer<typeof fieldErrors>;

/** Body of every error (R5): `error` repeats `message` because the login call reads `error`. */
export const errorBody = z.object({
  message: z.string(),
  error: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  errors: fieldErrors.optional(),
  /** Beyond spec 7 (ADR 46): the message by its id, and those of `errors` in their order. */
  said: said.optional(),
  said_errors: z.record(z.string(), z.array(said.nullable())).optional(),
  request_id: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
