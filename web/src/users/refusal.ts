import { ApiError } from '../api/api-error.ts';
import { errorText, fieldLines } from '../ui/error-text.ts';

/** A refused form as lines: 'field: messages' of a 422 (spec 5), else the server's message or `fallback`. */
export const refusalLines = (error: unknown, fallback: string): string[] => {
  const errors = error instanceof ApiError ? error.errors : undefined;
  return errors && Object.keys(errors).length > 0
    ? fieldLines(errors)
    : [errorText(error, fallback)];
};
