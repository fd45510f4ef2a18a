// How a change ended, in words: spec 8 tells "the call broke" from "the server refused".
import { known } from '../text/text.ts';
import { ApiError } from './api-error.ts';

/** Both marked with `msg`. */
interface Words {
  /** The server answered and refused without saying why. */
  refused: string;
  /** The call broke: no answer, or none that can be read. */
  broke: string;
}

/** What became of a change that did not happen, in the words of the server or of spec 8. */
export const outcomeSentence = (error: unknown, { refused, broke }: Words): string => {
  if (!(error instanceof ApiError) || error.status === undefined) return broke;
  return error.serverMessage ?? refused;
};

/** The same in the language of the screen. */
export const outcomeText = (error: unknown, words: Words): string =>
  known(outcomeSentence(error, words));
