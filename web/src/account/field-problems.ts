import { ApiError } from '../api/api-error.ts';
import { known, t } from '../text/text.ts';
import { errorText } from '../ui/error-text.ts';

/** The messages of a refused form by field; one that names no field goes to the field `otherwise`. */
export const fieldProblems = (
  error: unknown,
  otherwise: string,
  fallback: string,
): Record<string, string> => {
  const errors = error instanceof ApiError ? error.errors : undefined;
  if (!errors || Object.keys(errors).length === 0) {
    return { [otherwise]: errorText(error, fallback) };
  }
  return Object.fromEntries(
    Object.entries(errors).map(([field, [message = '']]) => [
      field,
      message === 'is not correct' ? t('This is not correct.') : known(message),
    ]),
  );
};
