// The bytes of a large body as they arrive, for readers that process it in chunks.
import type { IncomingMessage } from 'node:http';
import { limits } from '@survey/contract';
import { AppError } from '../app-error.ts';
import { say } from '../say.ts';

/** Most waiting chunks, of 64 kB at most: a usual photo fits, and a slow reader pauses a larger body. */
const mostWaiting = 4;

/** Most time that a reader may wait for a body. */
export interface Patience {
  /** The rate at which a body must arrive: each byte that arrives extends the time. It may change while reading. */
  bytesPerSecond: number;
  /** Longest silence, in milliseconds. */
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
  patience: Patience,
): AsyncGenerator<Buffer> {
  const waiting: Buffer[] = [];
  let isOver = false;
  // The client disconnected while it waited for its turn; no further event reports that.
  let isCutOff = body.destroyed;
  let wake = (): void => undefined;
  let isTooSlow = false;
  const { silenceMs = limits.bodySilenceMs } = patience;
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
        const earnedMs = (chunk.length * 1000) / patience.bytesPerSecond;
        patienceMs = Math.min(silenceMs, patienceMs + earnedMs);
        yield chunk;
      } else if (isCutOff) throw cutOff();
      else if (isOver) return;
      else if (isTooSlow) throw new AppError('request-timeout', say('body-too-slow'));
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
