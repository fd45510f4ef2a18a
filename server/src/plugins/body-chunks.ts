// The bytes of a large body as they arrive, for those who read it piece by piece.
import { on } from 'node:events';
import type { IncomingMessage } from 'node:http';

/** Chunks that may wait, of 64 kB at most: a usual photo comes in at once, and a slow reader stops a larger body. */
const waitingChunks = 4;

/**
 * The bytes of a body, which is neither ended nor read on when its reader stops: the connection still has to carry the
 * answer. They are taken as events: the body's own iterator would stop and start the socket for every 16 kB.
 * @throws what `cutOff` makes, where the client goes away in the middle
 */
export async function* chunksOf(
  body: IncomingMessage,
  cutOff: () => Error,
): AsyncGenerator<Buffer> {
  // Gone while it waited for its turn: nothing would tell so any more.
  if (body.destroyed) throw cutOff();
  const marks = { highWaterMark: waitingChunks, lowWaterMark: 1 };
  try {
    for await (const [chunk] of on(body, 'data', { close: ['end', 'close'], ...marks }))
      yield chunk;
  } catch {
    throw cutOff();
  }
}
