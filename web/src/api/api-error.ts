import type { FieldErrors } from '@survey/contract';
import { known, t } from '../text/text.ts';

interface ApiErrorParts {
  status?: number | undefined;
  code?: string | undefined;
  serverMessage?: string | undefined;
  errors?: FieldErrors | undefined;
  reference?: string | undefined;
  cause?: unknown;
}

/**
 * A call that did not succeed. `serverMessage` is what the server said, undefined where it said nothing
 * readable (HTML page, no connection), so that a page can show the words of spec 8 instead.
 */
export class ApiError extends Error {
  /** HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  /** Stable machine word of R5, where the server gives one. */
  readonly code: string | undefined;
  readonly serverMessage: string | undefined;
  /** Field name to messages, with 422. */
  readonly errors: FieldErrors | undefined;
  /** By which an operator finds the request in the server's log. */
  readonly reference: string | undefined;

  constructor(parts: ApiErrorParts) {
    const told = parts.status === undefined ? t('The server cannot be reached.') : undefined;
    super(
      parts.serverMessage ??
        told ??
        t('The server answered {status}.', { status: String(parts.status) }),
      {
        cause: parts.cause,
      },
    );
    this.name = 'ApiError';
    this.status = parts.status;
    this.code = parts.code;
    this.serverMessage = parts.serverMessage;
    this.errors = parts.errors;
    this.reference = parts.reference;
  }
}

/** What to show: the server's message where there is one, else `fallback` (spec 8's words). */
export const errorText = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.serverMessage !== undefined
    ? known(error.serverMessage)
    : undefined) ?? fallback;

/** What to tell an operator where the server itself failed; a refusal is no matter for them. */
export const referenceOf = (error: unknown): string | undefined =>
  error instanceof ApiError && (error.status ?? 0) >= 500 ? error.reference : undefined;

/** True where the person or a newer request stopped the call; nothing to show then. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** The lines 'field: messages' of a 422 answer (spec 5). */
export const fieldLines = (errors: FieldErrors): string[] =>
  Object.entries(errors).map(([field, messages]) => `${field}: ${messages.map(known).join(', ')}`);

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

const fieldErrorsOf = (value: unknown): FieldErrors | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([field, messages]) => [field, [messages].flat().map(String)]),
  );
};

/** Reads an error body of any backend: `{message, error, code, errors}`, or something unreadable. */
export const errorFromBody = (status: number, body: string): ApiError => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return new ApiError({ status });
  }
  const said = (typeof parsed === 'object' && parsed !== null ? parsed : {}) as Record<
    string,
    unknown
  >;
  return new ApiError({
    status,
    code: textOf(said.code),
    serverMessage: textOf(said.error) ?? textOf(said.message),
    errors: fieldErrorsOf(said.errors),
    reference: textOf(said.request_id),
  });
};
