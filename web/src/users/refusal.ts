import { ApiError } from '../api/api-error.ts';
import { errorText, fieldLines, fieldTexts } from '../ui/error-text.ts';

/** A refused form as lines: 'field: messages' of a 422 (spec 5), else the server's message or `fallback`. */
export const refusalLines = (error: unknown, fallback: string): string[] => {
  const texts = error instanceof ApiError ? fieldTexts(error) : {};
  return Object.keys(texts).length > 0 ? fieldLines(texts) : [errorText(error, fallback)];
};
