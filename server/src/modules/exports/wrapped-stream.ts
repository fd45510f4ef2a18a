// The output of COPY with a prefix and a suffix.
import { pipeline, type Readable, Transform } from 'node:stream';
import { detachBuffer } from '../../plugins/detach-buffer.ts';

interface Wrapping {
  before: string;
  /** Must keep no reference to the chunk: its buffer is detached. */
  each: (chunk: Buffer) => string | Buffer;
  after: string;
}

/**
 * A stream with prefix, suffix and transformed chunks. The prefix is sent at once.
 * An error of the source destroys the result, so that no client takes a truncated answer for a complete one.
 */
export const wrapped = (source: Readable, { before, each, after }: Wrapping): Readable => {
  const transform = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const changed = each(chunk);
      detachBuffer(chunk);
      // One chunk per turn of the event loop: the export of a fast reader would block other requests for longer.
      setImmediate(done, null, changed);
    },
    flush: (done) => done(null, after),
  });
  transform.push(before);
  return pipeline(source, transform, () => undefined);
};
