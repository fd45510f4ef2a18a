// Bytes of a stream to text, a batch of whole lines at a time.
import { detachBuffer } from '../../plugins/detach-buffer.ts';

const newline = 0x0a;

/**
 * Takes chunks and answers the whole lines so far, each with its end; what is left waits for the next chunk, copied:
 * nothing of a chunk is kept. A newline byte is never part of another UTF-8 character, so text is cut only between
 * characters.
 * @param encoding latin1 gives a character for each byte: half of the memory, where only ASCII is looked at
 */
export const textLines = (encoding: 'utf8' | 'latin1' = 'utf8'): ((chunk: Buffer) => string) => {
  let waiting: Buffer[] = [];
  return (chunk) => {
    const end = chunk.lastIndexOf(newline) + 1;
    if (end === 0) {
      waiting.push(Buffer.from(chunk));
      return '';
    }
    const whole = Buffer.concat([...waiting, chunk.subarray(0, end)]);
    waiting = end < chunk.length ? [Buffer.from(chunk.subarray(end))] : [];
    const lines = whole.toString(encoding);
    detachBuffer(whole);
    return lines;
  };
};
