// Validates replies by the contract. Tolerance for other backends belongs here and in loosen.ts, and nowhere else.
import { type Call, type Done, lenientBoolean } from '@survey/contract';
import { z } from 'zod';
import { ApiError, errorFromBody } from './api-error.ts';
import { hasSomeOf, isRecord, loosen } from './loosen.ts';

/** spec 7: "plain-text number, integer or 0"; some write it as JSON, in quotes. */
const parseText = (body: string): unknown => {
  const [, digits] = /^["\s]*(\d+)/.exec(body) ?? [];
  return digits === undefined ? body : Number(digits);
};

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** True for the answer of a call that changes something: spec 7 reads `success` and `message` at most. */
const isDone = (schema: z.ZodType): schema is z.ZodObject =>
  schema instanceof z.ZodObject && 'success' in schema.shape && 'message' in schema.shape;

/** A refusal with a successful status, as older backends send it. */
const isRefusal = (raw: unknown): boolean => {
  if (!isRecord(raw)) return raw === false;
  const success = lenientBoolean.safeParse(raw.success).data;
  return success === false || (success === undefined && typeof raw.error === 'string');
};

/** An HTML page instead of a reply. Of store-records only the status counts (spec 7). */
const isPage = ({ name }: Call, body: string): boolean =>
  name !== 'storeRecords' && /^\s*</.test(body);

/**
 * The reply to a change. The counts of our own server are taken only where all of them are there, so that no screen
 * shows a default as a count.
 */
const readDone = (schema: z.ZodObject, raw: unknown): unknown => {
  const done: Done = {
    success: true,
    message: isRecord(raw) && typeof raw.message === 'string' ? raw.message : '',
  };
  const isOptional = (name: string) => z.safeParse(schema.shape[name], undefined).success;
  const hasAll =
    isRecord(raw) && Object.keys(schema.shape).every((name) => name in raw || isOptional(name));
  const counted = hasAll ? schema.safeParse(loosen(schema, raw)) : undefined;
  return counted?.success ? counted.data : done;
};

const readLeniently = (schema: z.ZodType, raw: unknown): unknown => {
  const options = schema instanceof z.ZodUnion ? (schema.options as z.ZodType[]) : [schema];
  if (!options.some((option) => hasSomeOf(option, raw))) return undefined;
  const loose = schema.safeParse(loosen(schema, raw));
  return loose.success ? loose.data : undefined;
};

/**
 * Reads the body of a successful answer by the call's schema.
 * @throws ApiError with the server's message where the body is a refusal, else 'unexpected-answer'
 */
export const readReply = (call: Call, status: number, body: string): unknown => {
  const raw = call.reply.kind === 'text' ? parseText(body) : parseJson(body);
  const { schema } = call.reply;
  if (!schema) return raw;
  const parsed = schema.safeParse(raw);
  if (isDone(schema)) {
    if (isRefusal(raw)) throw errorFromBody(status, body);
    if (!isPage(call, body)) return parsed.success ? parsed.data : readDone(schema, raw);
  }
  if (parsed.success) return parsed.data;
  if (isRefusal(raw)) throw errorFromBody(status, body);
  const loose = readLeniently(schema, raw);
  if (loose !== undefined) return loose;
  throw new ApiError({ status, code: 'unexpected-answer', cause: parsed.error });
};
