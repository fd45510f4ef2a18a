// The bytes of a large body as they arrive, for those who read it piece by piece.
import type { IncomingMessage } from 'node:http';
import { errorMessages, limits } from '@survey/contract';
import { AppError } from '../app-error.ts';

/** Chunks that may wait, of 64 kB at most: a usual photo comes in at once, and a slow reader stops a larger body. */
const mostWaiting = 4;

/** How long a body may keep its reader waiting. */
export interface Patience {
  /** Gives time back: 1000 bytes a second that come in a second of waiting cost nothing. */
  bytesPerSecond: number;
  /** The most that is waited for nothing at all, in milliseconds. */
  silenceMs?: number;
}

/**
 * The bytes of a body, which is neither ended nor read on when its reader stops: the connection still has to carry the
 * answer. They are taken as events, since the body's own iterator would stop and start the socket for every 16 kB; and
 * kept in a bare list, since that of `events.on` makes 35 kB of garbage for each body.
 * Time in which the reader itself does not ask for more is not the client's.
 * @throws what `cutOff` makes, where the client goes away in the middle; AppError request-timeout where it is too slow
 */
export async function* chunksOf(
  body: IncomingMessage,
  cutOff: () => Error,
  { bytesPerSecond, silenceMs = limits.bodySilenceMs }: Patience,
): AsyncGenerator<Buffer> {
  const waiting: Buffer[] = [];
  let isOver = false;
  // Gone while it waited for its turn: nothing would tell so any more.
  let isCutOff = body.destroyed;
  let wake = (): void => undefined;
  let isTooSlow = false;
  let patienceMs = silenceMs;
  const giveUp = () => {
    isTooSlow = true;
    wake();
  };
  const take = (chunk: Buffer) => {
    waiting.push(chunk);
    if (waiting.length === mostWaiting) body.pause();
    wake();
  };
  const end = () => {
    isOver = true;
    wake();
  };
  const fail = () => {
    isCutOff = true;
    wake();
  };
  body.on('data', take).on('end', end).on('close', end).on('error', fail);
  try {
    for (;;) {
      const chunk = waiting.shift();
      if (chunk) {
        if (waiting.length === 0) body.resume();
        patienceMs = Math.min(silenceMs, patienceMs + (chunk.length * 1000) / bytesPerSecond);
        yield chunk;
      } else if (isCutOff) throw cutOff();
      else if (isOver) return;
      else if (isTooSlow) throw new AppError('request-timeout', errorMessages.bodyTooSlow);
      else {
        const began = performance.now();
        const timer = setTimeout(giveUp, patienceMs);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        clearTimeout(timer);
        patienceMs -= performance.now() - began;
      }
    }
  } finally {
    body.off('data', take).off('end', end).off('close', end).off('error', fail);
  }
}
