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

/** Throws where the answer says `success: false`; older backends do so with status 200. */
export const ensureSuccess = <R extends { success?: boolean; message?: string }>(reply: R): R => {
  if (reply.success === false) {
    throw new ApiError({ status: 200, serverMessage: reply.message || undefined });
  }
  return reply;
};
