// How a change ended, in words: section 8 tells "the call broke" from "the server refused".
import { ApiError } from './api-error.ts';

interface Words {
  /** The server answered and refused without saying why. */
  refused: string;
  /** The call broke: no answer, or none that can be read. */
  broke: string;
}

/** The message of a change that did not happen; the server's own where there is one. */
export const outcomeText = (error: unknown, { refused, broke }: Words): string => {
  if (!(error instanceof ApiError) || error.status === undefined) return broke;
  return error.serverMessage ?? refused;
};
