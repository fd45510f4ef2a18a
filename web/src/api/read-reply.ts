// Reads replies by the contract. Tolerance for other backends belongs here and in lenient.ts, and nowhere else.
import { type Call, type Done, readBoolean } from '@survey/contract';
import { z } from 'zod';
import { ApiError, errorFromBody } from './api-error.ts';
import { hasSomeOf, isRecord, readLeniently } from './lenient.ts';
import { parseJson } from './parse-json.ts';
import type { Steps } from './steps.ts';

/** spec 7: "plain-text number, integer or 0"; some write it as JSON, in quotes, or with thousands separators. */
const parseText = (body: string): unknown => {
  const [, digits] = /^["\s]*(\d{1,3}(?:,\d{3})+(?!\d)|\d+)/.exec(body) ?? [];
  return digits === undefined ? body : Number(digits.replaceAll(',', ''));
};

/** True for the answer of a call that changes something: spec 7 reads `success` and `message` at most. */
const isDone = (schema: z.ZodType): schema is z.ZodObject =>
  schema instanceof z.ZodObject && 'success' in schema.shape && 'message' in schema.shape;

const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** A refusal with a successful status, as older backends send it. */
const isRefusal = (raw: unknown): boolean => {
  if (!isRecord(raw)) return raw === false;
  const success = readBoolean(raw.success);
  if (success !== undefined) return !success;
  const hasError = raw.error === true || (typeof raw.error === 'string' && raw.error.trim() !== '');
  const saysSo = typeof raw.status === 'string' && /^(error|fail(ed|ure)?)$/i.test(raw.status);
  return hasError || saysSo || isFilled(raw.errors);
};

/** An HTML page instead of a reply. Of store-records only the status counts (spec 7). */
const isPage = ({ name }: Call, body: string): boolean =>
  name !== 'storeRecords' && /^\s*</.test(body);

/**
 * The reply to a change. The counts of our own server are taken only where all of them are there, so that no screen
 * shows a default as a count.
 */
function* readDone(schema: z.ZodObject, raw: unknown): Steps<unknown> {
  const done: Done = {
    success: true,
    message: isRecord(raw) && typeof raw.message === 'string' ? raw.message : '',
  };
  const isOptional = (name: string) => z.safeParse(schema.shape[name], undefined).success;
  const hasAll =
    isRecord(raw) && Object.keys(schema.shape).every((name) => name in raw || isOptional(name));
  return (hasAll ? yield* readLeniently(schema, raw) : undefined) ?? done;
}

/** True where the reply has a field of the schema that is not null: the rest is not looked at for a refusal. */
const hasContent = (schema: z.ZodType, raw: unknown): boolean => {
  const options = schema instanceof z.ZodUnion ? (schema.options as z.ZodType[]) : [schema];
  const known = isRecord(raw)
    ? Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null))
    : raw;
  return options.some((option) => hasSomeOf(option, known));
};

/**
 * Reads the body of a successful answer by the call's schema, in steps where it is long.
 * @throws ApiError with the server's message where the body is a refusal, else 'unexpected-answer'
 */
export function* readReply(call: Call, status: number, body: string): Steps<unknown> {
  const { schema, kind } = call.reply;
  if (kind === 'text') {
    const count = schema.safeParse(parseText(body));
    if (count.success) return count.data;
    throw new ApiError({ status, code: 'unexpected-answer', cause: count.error });
  }
  const raw = yield* parseJson(body);
  if (!schema) return raw;
  const isChange = isDone(schema);
  if ((isChange || !hasContent(schema, raw)) && isRefusal(raw)) throw errorFromBody(status, body);
  if (isChange && !isPage(call, body)) return yield* readDone(schema, raw);
  const read = isChange ? undefined : yield* readLeniently(schema, raw);
  if (read !== undefined) return read;
  throw new ApiError({ status, code: 'unexpected-answer' });
}
