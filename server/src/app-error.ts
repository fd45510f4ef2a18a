// The one error that rules throw. Any other error is a fault of the server and answered as one.
import { type ErrorCode, errorStatus, type FieldErrors, type Said } from '@survey/contract';
import type { Message } from './say.ts';

/** Field name to messages. */
export type FieldMessages = Record<string, Message[]>;

interface Extra {
  errors?: FieldMessages;
  /** Seconds, for `Retry-After`. */
  retryAfter?: number;
  /** Logged, not sent. */
  cause?: unknown;
}

/** A refusal with a code of the contract's list and a message for people. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** The message by its id; none where a library or the fields of `fields` gave the words. */
  readonly said: Said | undefined;
  readonly fields: FieldMessages | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, { text, said }: Message, extra: Extra = {}) {
    super(text, extra.cause === undefined ? {} : { cause: extra.cause });
    this.code = code;
    this.said = said;
    this.fields = extra.errors;
    this.retryAfter = extra.retryAfter;
  }

  get status(): number {
    return errorStatus[this.code];
  }

  /** The sentences of the fields. */
  get errors(): FieldErrors | undefined {
    return this.fields && mapFields(this.fields, ({ text }) => text);
  }
}

/** The fields with something of each of their messages. */
export const mapFields = <T>(
  fields: FieldMessages,
  of: (message: Message) => T,
): Record<string, T[]> =>
  Object.fromEntries(Object.entries(fields).map(([field, messages]) => [field, messages.map(of)]));

/** A 422 for one or more fields; the message is the first of them. */
export const fieldError = (errors: FieldMessages): AppError => {
  const [field, messages] = Object.entries(errors)[0] ?? [];
  const text = `${field ?? 'input'}: ${messages?.[0]?.text ?? 'is wrong'}`;
  return new AppError('invalid-input', { text }, { errors });
};
