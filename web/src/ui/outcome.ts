import { ApiError } from '../api/api-error.ts';
import { known } from '../text/text.ts';
import { errorText } from './error-text.ts';

/** The two sentences of spec 8 for a change that failed, both marked with `msg`. */
interface Words {
  /** For a refusal without a message. */
  refused: string;
  /** For a call without an answer. */
  broke: string;
}

/** Why a change failed, in English: the server's message, else the sentence of spec 8. */
export const outcomeSentence = (error: unknown, { refused, broke }: Words): string => {
  if (!(error instanceof ApiError) || error.status === undefined) return broke;
  return error.serverMessage ?? refused;
};

/** Why a change failed, in the language of the screen. */
export const outcomeText = (error: unknown, words: Words): string =>
  errorText(error, known(outcomeSentence(error, words)));
