// What a person reads of a failed call.
import type { Done, FieldErrors } from '@survey/contract';
import { ApiError } from '../api/api-error.ts';
import { known, t, translated } from '../text/text.ts';

/** The server's message, else `fallback` (the sentence of spec 8). */
export const errorText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.serverMessage !== undefined
    ? translated(error.serverMessage, error.said)
    : fallback;

/** The reason of any failure: the server's message, else that it gave none, else the error's own message. */
export const reasonText = (error: unknown): string => {
  if (!(error instanceof ApiError))
    return known(error instanceof Error ? error.message : String(error));
  if (error.serverMessage !== undefined) return translated(error.serverMessage, error.said);
  if (error.status === undefined) return t('The server cannot be reached.');
  return error.status < 300
    ? t('The answer of the server cannot be read.')
    : t('The server answered {status}.', { status: String(error.status) });
};

/** The messages of a 422 answer by field name. */
export const fieldTexts = ({ errors = {}, saidErrors = {} }: ApiError): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [
      field,
      messages.map((message, at) => translated(message, saidErrors[field]?.[at])),
    ]),
  );

/** The lines 'field: messages' of a 422 answer (spec 5). */
export const fieldLines = (texts: FieldErrors): string[] =>
  Object.entries(texts).map(([field, messages]) => `${field}: ${messages.join(', ')}`);

/** What the server says of a change that was made. */
export const doneText = ({ message, said }: Pick<Done, 'message' | 'said'>): string =>
  translated(message, said);
