// THE ONE PLACE that judges answers. Tolerance for backends that answer more loosely than our
// contract belongs here and nowhere else.
import type { Call } from '@survey/contract';
import { ApiError } from './api-error.ts';
import { looseReportAnswer } from './loose-reports.ts';

const parseText = (body: string): unknown => {
  const value = body.trim();
  return value !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
};

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** Reads the body of a successful answer by the call's schema. Throws ApiError 'unexpected-answer'. */
export const readReply = (call: Call, status: number, body: string): unknown => {
  const raw = call.reply.kind === 'text' ? parseText(body) : parseJson(body);
  const { schema } = call.reply;
  if (!schema) return raw;
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const loose = call.module === 'reports' ? schema.safeParse(looseReportAnswer(raw)) : parsed;
  if (loose.success) return loose.data;
  throw new ApiError({ status, code: 'unexpected-answer', cause: parsed.error });
};
