// The closed list of errors. `code` is stable; messages may be reworded unless spec 8 quotes them.
import { z } from 'zod';

/** Every error code with its HTTP status. */
export const errorStatus = {
  'invalid-input': 422,
  'malformed-request': 400,
  'wrong-credentials': 401,
  'second-factor-required': 401,
  'second-factor-wrong': 401,
  unauthenticated: 401,
  'access-not-allowed': 403,
  'user-blocked': 403,
  'link-not-valid': 403,
  'not-found': 404,
  'request-timeout': 408,
  conflict: 409,
  'pin-exists': 409,
  'too-large': 413,
  'unsupported-type': 415,
  'too-many-attempts': 429,
  'internal-error': 500,
  'photo-damaged': 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Messages that spec 8 or a reading fixes, and the general ones of this product. */
export const errorMessages = {
  loginFailed: 'Login failed. Please try again.',
  accessNotAllowed: 'Access not allowed',
  sessionEnded: 'Your session has ended. Please sign in again.',
  wrongCredentials: 'Email or password is not correct.',
  secondFactorRequired: 'Enter the code of your authenticator app, or a recovery code.',
  secondFactorWrong: 'The code is not correct, or was used already.',
  pinExists: 'Pin already exists in this circle',
  bodyTooSlow:
    'The request came too slowly and was given up. Nothing was changed. Please try again.',
  internal: 'Something went wrong on our side. Nothing was changed. Please try again.',
  goneMeanwhile:
    'What this change is about has been removed meanwhile. Nothing was changed. Please look again.',
  photoDamaged: 'The photo is damaged in the photo store: it is not the file that the phone sent.',
  tooManyReads: 'You are asking for too much at once. Please wait a moment.',
  tooManyExports:
    'Two exports of yours are running already. Please try again when one of them has ended.',
  unavailable: 'The server is busy or its database is away. Please try again in a moment.',
} as const;

/** Field name to messages; the 422 map of spec 5. */
export const fieldErrors = z.record(z.string(), z.array(z.string()));
export type FieldErrors = z.infer<typeof fieldErrors>;

/** Body of every error (R5): `error` repeats `message` because the login call reads `error`. */
export const errorBody = z.object({
  message: z.string(),
  error: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  errors: fieldErrors.optional(),
  request_id: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
