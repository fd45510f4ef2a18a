// Retries with exponential back-off, as a phone on an unreliable line does.
import { setTimeout as pause } from 'node:timers/promises';
import { CallError } from './api.ts';

export interface Patience {
  /** How often to try in all. */
  tries: number;
  /** Pause after the first failure; it doubles from then on. */
  firstPauseMs: number;
  longestPauseMs: number;
}

/** About half a minute: enough for a restart of the server. */
export const phonePatience: Patience = { tries: 8, firstPauseMs: 250, longestPauseMs: 15_000 };

/** Timeouts, rate limits, missing answers and errors of the server are temporary; other refusals are permanent. */
export const mayPass = (error: unknown): boolean => {
  if (error instanceof CallError)
    return (
      error.status === 408 || error.status === 429 || (error.status >= 500 && error.status !== 501)
    );
  // fetch throws TypeError where the connection breaks, and a DOMException at a timeout.
  return error instanceof TypeError || error instanceof DOMException;
};

/**
 * Sends until it succeeds, fails permanently, or the tries are used up; then throws the last error. `Retry-After`
 * is obeyed, up to the longest pause.
 */
export const withRetry = async <T>(
  send: () => Promise<T>,
  patience: Patience,
  onRetry?: (error: unknown) => void,
): Promise<T> => {
  for (let failures = 0; ; ) {
    try {
      return await send();
    } catch (error) {
      failures += 1;
      if (failures >= patience.tries || !mayPass(error)) throw error;
      onRetry?.(error);
      const doubled = patience.firstPauseMs * 2 ** (failures - 1) * (0.75 + Math.random() / 2);
      const asked = error instanceof CallError ? (error.retryAfterMs ?? 0) : 0;
      await pause(Math.min(Math.max(doubled, asked), patience.longestPauseMs));
    }
  }
};
