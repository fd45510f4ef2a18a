// What COPY writes, with something around it.
import { pipeline, type Readable, Transform } from 'node:stream';
import { detachBuffer } from '../../plugins/detach-buffer.ts';

interface Wrapping {
  before: string;
  /** Keeps nothing of the chunk: its memory is given back. */
  each: (chunk: Buffer) => string | Buffer;
  after: string;
}

/**
 * A stream with something before and after it and its chunks changed. What comes before leaves at once.
 * An error of the source destroys the result, so that no client takes a part for the whole.
 */
export const wrapped = (source: Readable, { before, each, after }: Wrapping): Readable => {
  const transform = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const changed = each(chunk);
      detachBuffer(chunk);
      // One chunk a turn: a quick reader's export would else keep the process from all others for many at a time.
      setImmediate(done, null, changed);
    },
    flush: (done) => done(null, after),
  });
  transform.push(before);
  return pipeline(source, transform, () => undefined);
};
