// The one error that rules throw. Any other error is a fault of the server and answered as one.
import { type ErrorCode, errorStatus, type FieldErrors } from '@survey/contract';

interface Extra {
  errors?: FieldErrors;
  /** Seconds, for `Retry-After`. */
  retryAfter?: number;
  /** Logged, not sent. */
  cause?: unknown;
}

/** A refusal with a code of the contract's list and a message for people. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldErrors | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, extra: Extra = {}) {
    super(message, extra.cause === undefined ? {} : { cause: extra.cause });
    this.code = code;
    this.errors = extra.errors;
    this.retryAfter = extra.retryAfter;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** A 422 for one or more fields; the message is the first of them. */
export const fieldError = (errors: FieldErrors): AppError => {
  const [field, messages] = Object.entries(errors)[0] ?? [];
  return new AppError('invalid-input', `${field ?? 'input'}: ${messages?.[0] ?? 'is wrong'}`, {
    errors,
  });
};
