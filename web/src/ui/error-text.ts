// What a person reads of a failed call.
import type { FieldErrors } from '@survey/contract';
import { ApiError } from '../api/api-error.ts';
import { known, t } from '../text/text.ts';

/** The server's message, else `fallback` (the sentence of spec 8). */
export const errorText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.serverMessage !== undefined
    ? known(error.serverMessage)
    : fallback;

/** The reason of any failure: the server's message, else that it gave none, else the error's own message. */
export const reasonText = (error: unknown): string => {
  if (!(error instanceof ApiError))
    return known(error instanceof Error ? error.message : String(error));
  if (error.serverMessage !== undefined) return known(error.serverMessage);
  return error.status === undefined
    ? t('The server cannot be reached.')
    : t('The server answered {status}.', { status: String(error.status) });
};

/** The lines 'field: messages' of a 422 answer (spec 5). */
export const fieldLines = (errors: FieldErrors): string[] =>
  Object.entries(errors).map(([field, messages]) => `${field}: ${messages.map(known).join(', ')}`);
