import { ApiError } from '../api/api-error.ts';
import { t } from '../text/text.ts';
import { errorText, fieldTexts } from '../ui/error-text.ts';

/** The messages of a refused form by field; one that names no field goes to the field `otherwise`. */
export const fieldProblems = (
  error: unknown,
  otherwise: string,
  fallback: string,
): Record<string, string> => {
  const texts = error instanceof ApiError ? fieldTexts(error) : {};
  if (Object.keys(texts).length === 0) {
    return { [otherwise]: errorText(error, fallback) };
  }
  return Object.fromEntries(
    Object.entries(texts).map(([field, [message = '']]) => [
      field,
      message === 'is not correct' ? t('This is not correct.') : message,
    ]),
  );
};
