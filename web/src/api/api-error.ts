import { type FieldErrors, type Said, said } from '@survey/contract';
import { z } from 'zod';
import { readText } from './lenient.ts';

/** The ids of messages by field name, in the order of the messages. */
type SaidErrors = Record<string, (Said | null)[]>;

interface ApiErrorParts {
  status?: number | undefined;
  code?: string | undefined;
  serverMessage?: string | undefined;
  said?: Said | undefined;
  errors?: FieldErrors | undefined;
  saidErrors?: SaidErrors | undefined;
  reference?: string | undefined;
  cause?: unknown;
}

/**
 * A call that failed. `serverMessage` is undefined where the answer holds no readable message (an HTML page, no
 * connection). What a person reads is written by `ui/error-text.ts`; `message` is for logs.
 */
export class ApiError extends Error {
  /** HTTP status; undefined without an answer. */
  readonly status: number | undefined;
  /** The error code of R5. */
  readonly code: string | undefined;
  readonly serverMessage: string | undefined;
  /** The id and values of `serverMessage`, where the backend gives them (ADR 46). */
  readonly said: Said | undefined;
  /** Messages by field name, with status 422. */
  readonly errors: FieldErrors | undefined;
  readonly saidErrors: SaidErrors | undefined;
  /** The request id, by which an operator finds the request in the server's log. */
  readonly reference: string | undefined;

  constructor(parts: ApiErrorParts) {
    super(parts.serverMessage ?? `status ${parts.status ?? 'unknown'}`, { cause: parts.cause });
    this.name = 'ApiError';
    this.status = parts.status;
    this.code = parts.code;
    this.serverMessage = parts.serverMessage;
    this.said = parts.said;
    this.errors = parts.errors;
    this.saidErrors = parts.saidErrors;
    this.reference = parts.reference;
  }
}

/** Any failure of a fetch as ApiError; an abort stays what it is. */
export const asApiError = (error: unknown): unknown =>
  error instanceof ApiError || isAbort(error) ? error : new ApiError({ cause: error });

/** The request id that an operator needs where the server itself failed; undefined for a refusal. */
export const referenceOf = (error: unknown): string | undefined =>
  error instanceof ApiError && (error.status ?? 0) >= 500 ? error.reference : undefined;

/** True where the user or a newer request aborted the call: there is nothing to show then. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

const fieldErrorsOf = (value: unknown): FieldErrors | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([field, messages]) => [field, [messages].flat().map(readText)]),
  );
};

const saidErrors = z.record(z.string(), z.array(said.nullable()));

/** Reads an error body: `{message, error, code, errors}` of any backend, or something unreadable. */
export const errorFromBody = (status: number, body: string): ApiError => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return new ApiError({ status });
  }
  const given = (typeof parsed === 'object' && parsed !== null ? parsed : {}) as Record<
    string,
    unknown
  >;
  return new ApiError({
    status,
    code: textOf(given.code),
    serverMessage: textOf(given.error) ?? textOf(given.message),
    said: said.safeParse(given.said).data,
    errors: fieldErrorsOf(given.errors),
    saidErrors: saidErrors.safeParse(given.said_errors).data,
    reference: textOf(given.request_id),
  });
};
