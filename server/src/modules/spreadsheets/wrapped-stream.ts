// The output of COPY with a prefix and a suffix.
import { pipeline, type Readable, Transform } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

interface Wrapping {
  before: string;
  each: (chunk: Buffer) => string | Buffer;
  /** A function where the suffix is known only at the end. */
  after: string | (() => string);
}

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Waits for a turn of the event loop, only one export in each turn: otherwise exports with fast readers would block
 * other requests.
 */
export const waitForTurn = (): Promise<unknown> => {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
};

/**
 * Returns a stream with a prefix, the transformed chunks and a suffix. The prefix is sent at once. An error of the
 * source destroys the result, so that no client takes a truncated answer for a complete one.
 */
export const wrapped = (source: Readable, { before, each, after }: Wrapping): Readable => {
  const change = async (chunk: Buffer) => {
    await waitForTurn();
    return each(chunk);
  };
  const transform = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      change(chunk).then((changed) => done(null, changed), done);
    },
    flush: (done) => done(null, typeof after === 'string' ? after : after()),
  });
  transform.push(before);
  return pipeline(source, transform, () => undefined);
};
